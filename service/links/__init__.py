"""The service's side of links: asks the witnesses of a game for their links, and checks them."""
