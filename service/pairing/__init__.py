"""Programs that pair tournaments, behind the ports of the domain."""
