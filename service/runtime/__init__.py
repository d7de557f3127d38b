"""What surrounds all work of a process: time, logs, traces, the request being answered."""
