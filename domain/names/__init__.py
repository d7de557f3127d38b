"""Names that people choose and others see: which of them people can read."""
