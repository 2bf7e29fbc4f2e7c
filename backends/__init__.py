if __name__ != "redispatch.backends":
    raise ImportError("import redispatch.backends; the repository root must not be on sys.path")
