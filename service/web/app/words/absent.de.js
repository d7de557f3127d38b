/** German: the words about players who have not come to their table of a tournament. @type {Record<string, string>} */
export const absent = {
  "absent.until": "Wer bis {time} nicht Platz genommen hat, verliert kampflos.",
  "absent.over": "Die Zeit ist um: Leere Plätze verlieren kampflos.",
  "absent.paused": "Ein Schiedsrichter hat diesen Tisch angehalten: Solange verliert niemand, weil er nicht erscheint.",
  "absent.arbiter": "Wenn jemand nicht kommt, entscheidet ein Schiedsrichter.",
};
