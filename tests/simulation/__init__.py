"""The service in simulation: time, chance, the store and the network are all drawn from a seed."""
