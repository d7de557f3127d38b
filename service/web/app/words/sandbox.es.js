/** Spanish: the words about games of a sandbox. @type {Record<string, string>} */
export const sandbox = {
  "sandbox.mark": "Pruebas",
  "sandbox.about": "Este sitio sirve para probar programas. Cualquiera puede prever los dados, así que la partida no cuenta.",
};
