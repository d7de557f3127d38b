/** The form for standing orders, in German. @type {Record<string, string>} */
export const orders = {
  "standing_orders.none": "Dauerbefehle: keine",
  "standing_orders.given": "Dauerbefehle: erteilt",
  "standing_orders.help":
    "Dauerbefehle antworten sofort für dich, in den Zügen der anderen. Bis zum Ende sieht sonst niemand, was sie sagen; aber eine sofortige Antwort kann sie verraten.",
  "standing_orders.give": "Diese Befehle erteilen",
  "standing_orders.withdraw": "Zurückziehen",
};
