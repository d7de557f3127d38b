/** The form for standing orders, in English. @type {Record<string, string>} */
export const orders = {
  "standing_orders.none": "Standing orders: none",
  "standing_orders.given": "Standing orders: given",
  "standing_orders.help":
    "Orders answer for you at once during other players' turns. Nobody else sees them until the end, but an instant answer can give them away.",
  "standing_orders.give": "Give these orders",
  "standing_orders.withdraw": "Withdraw them",
};
