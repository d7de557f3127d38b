/** The form for standing orders, in English. @type {Record<string, string>} */
export const orders = {
  "standing_orders.none": "Standing orders: none",
  "standing_orders.given": "Standing orders: given",
  "standing_orders.help":
    "Orders answer at once for you, in the turns of others. Until the end, nobody else sees what they say; but an answer that comes at once can give them away.",
  "standing_orders.give": "Give these orders",
  "standing_orders.withdraw": "Withdraw them",
};
