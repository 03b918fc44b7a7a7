"""The server that a life asks: well, away, slow, refusing, cut off, or lying about its length, as it is told."""

import contextlib
import http.server
import json
import os
import socket
import socketserver
import ssl
import subprocess
import threading
import time
import urllib.parse

from record import now

MODES = ("well", "away", "slow", "4xx", "5xx", "redirect", "cut", "liar")
FLAGS = "/ofrep/v1/evaluate/flags"


class Backend:
    """Listens at `url` (127.0.0.1), at `socket` (a Unix socket in the folder) and, where openssl is there, at
    `secure` (https://localhost), for which `ca`, `certificate` and `key` are files.

    `mode` is how it answers, `modes` how it does at single paths, `slowness` the seconds of "slow", `flags` the flags
    that it gives, `requests` all that it was asked.
    """

    def __init__(self, folder, ports=(0, 0)):
        self.folder = folder
        self.socket = os.path.join(folder, "backend.sock")
        self.port, self.secure_port = ports
        self.modes = {}
        self.flags = {"beta": True, "checkout": "new", "limit": 3}
        self.slowness = 1.5
        self.requests = []
        self.serial = 0
        self.lock = threading.Lock()
        self.servers = []
        # Its ports, while it is away.
        self.held = []
        self.turning = threading.Lock()
        self._mode = "well"
        self.ca = self.certificate = self.key = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def secure(self):
        return f"https://localhost:{self.secure_port}" if self.ca else None

    @property
    def mode(self):
        return self._mode

    @mode.setter
    def mode(self, mode):
        assert mode in MODES, mode
        with self.turning:
            was, self._mode = self._mode, mode
            if mode == "away" and was != "away":
                self._close()
                self._hold()
            elif was == "away" and mode != "away":
                self._listen()

    def start(self):
        self._make_certificate()
        self._listen()
        return self

    def stop(self):
        self._close()
        self._release()

    def _hold(self):
        """Keeps its ports from others: a socket that does not listen refuses each connection."""
        for port in (self.port, self.secure_port) if self.ca else (self.port,):
            self.held.append(socket.socket())
            self.held[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.held[-1].bind(("127.0.0.1", port))

    def _release(self):
        for one in self.held:
            one.close()
        self.held = []

    def _make_certificate(self):
        key, certificate = os.path.join(self.folder, "tls.key"), os.path.join(self.folder, "tls.pem")
        command = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "36500", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ]
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(command, check=True, capture_output=True)
            os.chmod(key, 0o644)
            self.ca, self.key = certificate, key
            # A certificate that is named without its key has the key in its file.
            self.certificate = os.path.join(self.folder, "tls.both.pem")
            with open(self.certificate, "w") as both:
                for path in (certificate, key):
                    with open(path) as file:
                        both.write(file.read())

    def _listen(self):
        self.servers = [_TCPServer(("127.0.0.1", self.port), _Handler)]
        self.port = self.servers[0].server_address[1]
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.socket)
        self.servers.append(_UnixServer(self.socket, _Handler))
        os.chmod(self.socket, 0o666)
        if self.ca:
            self.servers.append(_SecureServer(("127.0.0.1", self.secure_port), _Handler))
            self.secure_port = self.servers[-1].server_address[1]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate, self.key)
            self.servers[-1].context = context
        self._release()
        for server in self.servers:
            server.backend = self
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def _close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()
            server.cut_off()
        self.servers = []

    def answer(self, method, path, headers, body):
        """The mode that holds for a request, and the status, headers and body of its answer."""
        plain = urllib.parse.urlsplit(path).path
        mode = self.modes.get(plain, self._mode)
        with self.lock:
            self.serial += 1
            serial = self.serial
            refused, broken = (400, 401, 403, 404, 409, 422)[serial % 6], (500, 502, 503)[serial % 3]
            self.requests.append({
                "at": now(), "method": method, "path": path, "headers": headers, "body": body, "mode": mode,
                "serial": serial, "status": {"4xx": refused, "5xx": broken}.get(mode, 200),
            })
        if mode == "4xx":
            return mode, refused, {}, {"error": "refused", "serial": serial}
        if mode == "5xx":
            return mode, broken, {}, {"error": "broken", "serial": serial}
        if mode == "redirect" and "r=1" not in path:
            return mode, (301, 302, 303, 307, 308)[serial % 5], {"Location": f"{plain}?r=1"}, {"serial": serial}
        if plain.endswith(FLAGS):
            flags = [
                {"key": key, "value": value, "reason": "STATIC", "variant": "v", "metadata": {}}
                for key, value in self.flags.items()
            ]
            return mode, 200, {"ETag": f'"{hash(json.dumps(self.flags, sort_keys=True))}"'}, {"flags": flags}
        value = {"serial": serial, "at": now(), "user": _user(headers), "name": plain, "plan": "pro"}
        return mode, 200, {"ETag": f'"{serial}"'}, value


def _user(headers):
    """Whoever asks, as the request says: the life draws tokens whose last word is the user."""
    return headers.get("authorization", headers.get("x-user", "nobody")).rpartition(" ")[2]


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def address_string(self):
        return "peer"

    def log_message(self, *words):
        pass

    def _answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode(errors="replace")
        headers = {name.lower(): value for name, value in self.headers.items()}
        backend = self.server.backend
        mode, status, more, value = backend.answer(self.command, self.path, headers, body)
        if mode == "away":
            self.close_connection = True
            return
        if mode == "slow":
            time.sleep(backend.slowness)
        if status == 200 and more.get("ETag") == headers.get("if-none-match"):
            status, data = 304, b""
        else:
            data = json.dumps(value).encode()
        told = len(data)
        if mode == "liar":
            told = told + 10 if value.get("serial", 0) % 2 else max(told // 2, 1)
        self.send_response_only(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(told))
        for name, text in more.items():
            self.send_header(name, text)
        self.end_headers()
        if mode in ("cut", "liar"):
            self.close_connection = True
        if self.command != "HEAD" and status != 304:
            self.wfile.write(data[: len(data) // 2] if mode == "cut" else data)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _answer


class _Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.peers = set()

    def get_request(self):
        peer, address = super().get_request()
        self.peers.add(peer)
        return peer, address

    def shutdown_request(self, request):
        self.peers.discard(request)
        super().shutdown_request(request)

    def cut_off(self):
        """Ends the connections that are open: whoever is away answers on none."""
        for peer in list(self.peers):
            with contextlib.suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request, client_address):
        pass


class _TCPServer(_Server):
    pass


class _UnixServer(_Server):
    address_family = socket.AF_UNIX


class _SecureServer(_Server):
    context = None

    def finish_request(self, request, client_address):
        request.settimeout(5)
        with self.context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)
