/** Spanish: the words about players who have not come to their table of a tournament. @type {Record<string, string>} */
export const absent = {
  "absent.until": "Quien no se haya sentado antes de {time} pierde por incomparecencia.",
  "absent.over": "Se acabó el tiempo: los asientos vacíos pierden por incomparecencia.",
  "absent.paused": "Un árbitro ha detenido esta mesa: mientras tanto, nadie pierde por no presentarse.",
  "absent.arbiter": "Si alguien no se presenta, decide un árbitro.",
};
