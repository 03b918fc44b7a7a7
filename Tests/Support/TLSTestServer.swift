internal import Foundation
internal import Testing

/// An HTTPS server of Python's `ssl`, on a free port of 127.0.0.1.
///
/// It answers with JSON: the path, the name in the client's certificate, the authorization, and the
/// number of the connection. `/to?URL` is a redirect.
package final class TLSTestServer {
    package let port: String
    private let program: RunningProgram

    /// Starts it.
    ///
    /// - Parameters:
    ///   - certificate: A file with certificate and key.
    ///   - authority: The file with the authority of a client's certificate, which is required then.
    ///   - version: The newest version of TLS, by its name in Python.
    /// - Throws: It does not start.
    package init(
        _ certificate: String,
        clientsOf authority: String = "",
        version: String = "TLSv1_3"
    ) async throws {
        (program, port) = try await RunningProgram.server(
            Self.script,
            certificate,
            authority,
            version
        )
    }

    package var url: String { "https://127.0.0.1:\(port)" }

    private static let script = #"""
        import json, socket, ssl, sys, threading

        certificate, authority, version = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        if version == "TLSv1_1":
            context.minimum_version = ssl.TLSVersion.TLSv1_1
            context.set_ciphers("ALL:@SECLEVEL=0")
        context.maximum_version = getattr(ssl.TLSVersion, version)
        if authority:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(authority)
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(listener.getsockname()[1], flush=True)

        def answer(stream, number):
            while True:
                lines = []
                while (line := stream.readline().strip()):
                    lines.append(line.decode())
                if not lines:
                    return
                path, _, location = lines[0].split()[1].partition("?")
                names = dict(pair[0] for pair in (stream.peer or {}).get("subject", ()))
                authorization = [line for line in lines if line.startswith("Authorization: ")]
                body = json.dumps({
                    "path": path, "client": names.get("commonName"), "connection": number,
                    "authorization": "".join(authorization),
                }).encode()
                head = f"HTTP/1.1 {'302 Found' if path == '/to' else '200 OK'}\r\n"
                head += f"Location: {location}\r\n" if location else ""
                stream.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                stream.flush()

        def serve(plain, number):
            connection = context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
            try:
                connection.do_handshake()
                stream = connection.makefile("rwb")
                stream.peer = connection.getpeercert()
                answer(stream, number)
            except OSError:
                # What the client still sends is read, or its kernel might drop the alert.
                try:
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(4096):
                        pass
                except OSError:
                    pass
            connection.close()

        number = 0
        while True:
            plain, _ = listener.accept()
            number += 1
            threading.Thread(target=serve, args=(plain, number), daemon=True).start()
        """#
}

/// A proxy that connects all who ask it with one port of 127.0.0.1.
package final class TunnelProxy {
    package let port: String
    private let program: RunningProgram

    package init(to target: String) async throws {
        (program, port) = try await RunningProgram.server(Self.script, target)
    }

    /// The heads of the requests that it got, one line each.
    package var requests: [String] {
        program.output.split(separator: "\n").dropFirst().map(String.init)
    }

    private static let script = #"""
        import socket, sys, threading

        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        print(listener.getsockname()[1], flush=True)

        def copy(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # One of them is gone.

        def serve(client):
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += client.recv(1)
            print("|".join(head.decode().split("\r\n")), flush=True)
            server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            threading.Thread(target=copy, args=(server, client), daemon=True).start()
            copy(client, server)

        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """#
}

extension RunningProgram {
    /// A server in Python that prints its port first, and the port.
    fileprivate static func server(
        _ script: String,
        _ arguments: String...
    ) async throws -> (RunningProgram, String) {
        let program = try Program(
            executable: URL(filePath: "/usr/bin/python3"),
            arguments: ["-W", "ignore", "-c", script] + arguments
        ).start()
        var port: Substring?
        try await eventually("the server listens") {
            let lines = program.output.split(separator: "\n", omittingEmptySubsequences: false)
            port = lines.count > 1 ? lines.first : nil
            return port != nil
        }
        return (program, String(try #require(port)))
    }
}
