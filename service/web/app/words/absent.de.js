/** German: the words about players who have not come to their table of a tournament. @type {Record<string, string>} */
export const absent = {
  "absent.until": "Wer bis {time} nicht Platz genommen hat, verliert kampflos.",
  "absent.over": "Die Zeit ist um: Leere Plätze verlieren kampflos.",
  "absent.arbiter": "Wenn jemand nicht kommt, entscheidet ein Schiedsrichter.",
};
