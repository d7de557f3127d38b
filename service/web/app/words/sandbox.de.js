/** German: the words about games of a sandbox. @type {Record<string, string>} */
export const sandbox = {
  "sandbox.mark": "Testumgebung",
  "sandbox.about": "Hier werden Programme getestet. Die Würfel lassen sich vorhersehen, deshalb zählt die Partie nicht.",
};
