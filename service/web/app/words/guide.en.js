/** Guided first games, in English. @type {Record<string, string>} */
export const guide = {
  "guide.title": "Guided first game: {title}",
  "guide.lesson": "Lesson",
  "guide.number": "Lesson {number} of {count}",
  "guide.progress": "Progress",
  "guide.back": "Back",
  "guide.next": "Continue",
  "guide.astray": "That is allowed, but this lesson is about something else. Follow its instructions.",
  "guide.done": "Well done",
  "guide.well_done": "You know enough about {title} to play. You will learn the rest as you go: the page shows what is legal, you can ask for a hint, and against a bot you can take moves back.",
  "guide.play": "Play {name}, the easiest bot",
  "guide.again": "Start again",
};
