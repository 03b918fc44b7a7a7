import Foundation
import SlipwayTestSupport

/// A program's socket: it takes one line on each connection, on its own threads.
final class LineServer: Sendable {
    enum Answer: Sendable {
        /// Send this, then close the connection.
        case text(String)
        /// Send this, then nothing, until the peer closes the connection; then call the function.
        case silence(after: String, atEnd: @Sendable () -> Void)
        /// Close the connection.
        case close
    }

    let path: String
    private let folder: TemporaryFolder
    private let listener: Int32

    /// Starts to listen.
    ///
    /// - Parameter answer: Gets the line without its newline.
    /// - Throws: There is no place for the socket.
    init(_ answer: @escaping @Sendable (String) -> Answer) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/actions"
        listener = try HTTPTestServer.bound(path: path, listening: true)
        Thread.detachNewThread { [listener] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Thread.detachNewThread { Self.serve(connection, answer) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(_ connection: Int32, _ answer: (String) -> Answer) {
        defer { close(connection) }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(connection, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        switch answer(String(decoding: line, as: UTF8.self)) {
        case .text(let text): send(text, on: connection)
        case .silence(let text, let atEnd):
            send(text, on: connection)
            while read(connection, &byte, 1) == 1 {}
            atEnd()
        case .close: break
        }
    }

    private static func send(_ text: String, on connection: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
