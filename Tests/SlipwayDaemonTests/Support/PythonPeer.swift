import Foundation
import SlipwayTestSupport
import Testing

/// A Python process that uses the control socket, as another user where possible.
struct PythonPeer {
    /// Its user.
    static let uid = geteuid() == 0 ? 62_100 : Int(geteuid())

    private static let prelude = """
        import json, socket, sys
        path = sys.argv[1]
        def connect():
            peer = socket.socket(socket.AF_UNIX)
            peer.connect(path)
            return peer
        def send(peer, method, parameters={}):
            call = {"method": "org.slipway.Launch." + method, "parameters": parameters}
            peer.sendall(json.dumps(call).encode() + b"\\0")
        def reply(peer):
            frame = b""
            while not frame.endswith(b"\\0"):
                piece = peer.recv(65536)
                if not piece: raise EOFError(frame)
                frame += piece
            return json.loads(frame[:-1])
        def call(peer, method, parameters={}):
            try: send(peer, method, parameters)
            except BrokenPipeError: pass
            return reply(peer)

        """

    private let program: RunningProgram

    /// Starts a script, which has the path of the socket in `path`, and the functions `connect`,
    /// `send`, `reply` and `call`.
    init(
        _ script: String,
        at socket: String,
        arguments: [String] = [],
        isOther: Bool = true
    ) throws {
        let user = isOther && geteuid() == 0 ? Privileges.asUser(Self.uid) : []
        // The system's Python: another user may not be able to run the first one in PATH.
        let words =
            user + ["/usr/bin/python3", "-c", Self.prelude + script, socket] + arguments
        program = try Program(
            executable: URL(filePath: words[0]),
            arguments: Array(words.dropFirst())
        ).start()
    }

    /// Waits until it has printed a line.
    func says(_ line: String) async throws {
        try await eventually("the other process says '\(line)'") {
            let isRunning = program.isRunning
            if program.output.contains("\(line)\n") { return true }
            try #require(isRunning, "\(program.output)")
            return false
        }
    }
}
