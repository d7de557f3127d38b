/** The form for standing orders, in Spanish. @type {Record<string, string>} */
export const orders = {
  "standing_orders.none": "Órdenes permanentes: ninguna",
  "standing_orders.given": "Órdenes permanentes: dadas",
  "standing_orders.help":
    "Las órdenes responden por ti en el acto, en los turnos de los demás. Hasta el final nadie más ve lo que dicen, pero una respuesta inmediata puede delatarlas.",
  "standing_orders.give": "Dar estas órdenes",
  "standing_orders.withdraw": "Retirarlas",
};
