"""Takes the launch actions that slipwayd delivers: a connection each, a line of JSON there and back."""
import json
import os
import socketserver


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


def listen(path, handle):
    """A server that calls handle(kind, payload, attempt): done when it returns, failed if it raises."""
    class Action(socketserver.StreamRequestHandler):
        def handle(self):
            line = self.rfile.readline()
            if not line:
                return  # It only tried whether this listens.
            action = json.loads(line)
            try:
                result = handle(action["kind"], action["payload"], action["attempt"]) or True
                # What JSON cannot say is an error, too: without an answer it would run again.
                answer = json.dumps({"id": action["id"], "ok": result}, allow_nan=False)
            except Exception as error:
                text = str(error) or type(error).__name__
                answer = json.dumps({"id": action["id"], "error": text})
            try:
                self.wfile.write(answer.encode() + b"\n")
            except BrokenPipeError:
                pass  # Its time was over.

    if os.path.lexists(path):
        os.unlink(path)  # Left by a process that was killed.
    return Server(path, Action)
