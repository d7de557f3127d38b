"""Infrastructure of a process: time, logs, traces, and the state of the current request."""
