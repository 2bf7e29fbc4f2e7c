if __name__ != "redispatch.modes":
    raise ImportError("import redispatch.modes; the repository root must not be on sys.path")
