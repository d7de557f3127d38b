"""A whole game in portable form: the chained log, the record, and its replay."""
