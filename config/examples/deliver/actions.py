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
            answer = {"id": action["id"]}
            try:
                answer["ok"] = handle(action["kind"], action["payload"], action["attempt"]) or True
            except Exception as error:
                answer["error"] = str(error) or type(error).__name__
            try:
                self.wfile.write(json.dumps(answer).encode() + b"\n")
            except BrokenPipeError:
                pass  # Its time was over.

    if os.path.lexists(path):
        os.unlink(path)  # Left by a process that was killed.
    return Server(path, Action)
