/** Guided first games, in Spanish. @type {Record<string, string>} */
export const guide = {
  "guide.title": "Primera partida guiada: {title}",
  "guide.lesson": "Lección",
  "guide.number": "Lección {number} de {count}",
  "guide.progress": "Avance",
  "guide.back": "Atrás",
  "guide.next": "Continuar",
  "guide.astray": "Está permitido, pero esta lección trata de otra cosa. Prueba lo que pide.",
  "guide.done": "¡Muy bien!",
  "guide.well_done": "Ya sabes lo suficiente de {title} para jugar. Lo demás se aprende jugando: la página muestra lo que está permitido, puedes pedir una pista y contra un bot puedes deshacer jugadas.",
  "guide.play": "Jugar contra {name}, el bot más fácil",
  "guide.again": "Empezar de nuevo",
};
