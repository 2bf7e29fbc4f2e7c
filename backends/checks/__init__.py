"""What is checked of a backend: samples of every operator, and small programs run on both sides.

Nothing here is imported before somebody asks for a conformance run.
"""
