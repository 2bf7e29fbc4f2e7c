if __name__ != "redispatch.dispatch":
    raise ImportError("import redispatch.dispatch; the repository root must not be on sys.path")
