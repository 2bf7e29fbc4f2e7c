if __name__ != "redispatch.autograd":
    raise ImportError("import redispatch.autograd; the repository root must not be on sys.path")
