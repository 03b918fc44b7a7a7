/// A Python script that makes a full pipe its standard error; what it executes has both ends.
let fullStandardError = """
    reader, writer = os.pipe()
    os.set_inheritable(reader, True)
    os.set_blocking(writer, False)
    try:
        while True: os.write(writer, b"-" * 4096)
    except BlockingIOError: pass
    os.set_blocking(writer, True)
    os.dup2(writer, 2)
    """
