/** Guided first games, in German. @type {Record<string, string>} */
export const guide = {
  "guide.title": "Geführte erste Partie: {title}",
  "guide.lesson": "Lektion",
  "guide.number": "Lektion {number} von {count}",
  "guide.progress": "Fortschritt",
  "guide.back": "Zurück",
  "guide.next": "Weiter",
  "guide.astray": "Das ist erlaubt, aber in dieser Lektion geht es um etwas anderes. Versuch, was sie verlangt.",
  "guide.done": "Gut gemacht",
  "guide.well_done": "Du weißt genug über {title}, um zu spielen. Den Rest lernst du beim Spielen: Die Seite zeigt, was erlaubt ist, einen Tipp gibt es auf Knopfdruck, und gegen einen Bot kannst du Züge zurücknehmen.",
  "guide.play": "Gegen {name} spielen, den leichtesten Bot",
  "guide.again": "Von vorn beginnen",
};
