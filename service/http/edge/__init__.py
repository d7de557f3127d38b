"""What lies around every request: ids, limits, headers, the log, and what is measured.

It lies inside the application but around the whole framework, which guards each middleware of its
own with one more handler of exceptions.
"""
