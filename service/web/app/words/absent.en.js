/** English: the words about players who have not come to their table of a tournament. @type {Record<string, string>} */
export const absent = {
  "absent.until": "Players who have not sat down by {time} lose by forfeit.",
  "absent.over": "The time is up: empty seats lose by forfeit.",
  "absent.paused": "An arbiter has paused this table: meanwhile, no one loses for not coming.",
  "absent.arbiter": "If a player does not come, an arbiter decides.",
};
