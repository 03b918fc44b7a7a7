import Foundation
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization

/// A socket that answers each method with prepared frames, one connection at a time.
///
/// It also gives answers that no daemon would give.
final class StubDaemon: Sendable {
    /// The answer to a method.
    enum Answer {
        /// Send these replies; all but the last one say that more follow.
        case replies([JSONObject])
        /// Send an error.
        case error(VarlinkError)
        /// Send bytes as they are.
        case bytes(String)
        /// Send these replies, all of which say that more follow, and then nothing.
        case silence(after: [JSONObject])
        /// Send these replies, all of which say that more follow, and close the connection.
        case cut(after: [JSONObject])
        /// Close the connection.
        case close
        /// The first call gets the first of these, and so on; further calls get the last one.
        indirect case inTurn([Answer])
    }

    let path: String
    private let folder: TemporaryFolder
    private let listener: Int32
    private let log = CallLog()

    /// The parameters of the calls of a method so far.
    func calls(of method: String) -> [JSON] { log.calls(of: method) }

    init(_ answers: [String: Answer]) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/stub"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let thread = Thread { [listener, log] in Self.serve(listener, answers, log) }
        thread.start()
    }

    deinit {
        // Ends accept(). The thread closes the descriptor: if it were closed here, another stub
        // could have its number when the thread uses it again.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func serve(_ listener: Int32, _ answers: [String: Answer], _ log: CallLog) {
        defer { close(listener) }
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            var frame: [UInt8] = []
            var byte: UInt8 = 0
            while read(connection, &byte, 1) == 1 {
                guard byte == 0 else {
                    frame.append(byte)
                    continue
                }
                let call = (try? JSON(parsing: frame)) ?? .null
                let method = call["method"]?.stringValue ?? ""
                let name = String(method.split(separator: ".").last ?? "")
                frame = []
                let number = log.add(call["parameters"] ?? .null, of: name)
                guard answer(answers[name] ?? .close, number, connection) else { break }
            }
            close(connection)
        }
    }

    /// Sends an answer; returns whether the connection stays open.
    private static func answer(_ answer: Answer, _ number: Int, _ connection: Int32) -> Bool {
        var text = ""
        switch answer {
        case .replies(let replies):
            for (index, reply) in replies.enumerated() {
                text += frame(["parameters": .object(reply)], continues: index < replies.count - 1)
            }
        case .silence(let replies), .cut(let replies):
            for reply in replies { text += frame(["parameters": .object(reply)], continues: true) }
        case .error(let error):
            let parameters = JSON.object(error.parameters)
            text = frame(
                ["error": .string(error.name), "parameters": parameters],
                continues: false
            )
        case .bytes(let bytes): text = bytes
        case .close: return false
        case .inTurn(let answers):
            return Self.answer(answers[min(number, answers.count - 1)], number, connection)
        }
        let isSent = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL)) >= 0
        if case .cut = answer { return false }
        return isSent
    }

    private static func frame(_ reply: JSONObject, continues: Bool) -> String {
        var reply = reply
        if continues { reply["continues"] = true }
        return JSON.object(reply).compact + "\0"
    }
}

extension StubDaemon {
    /// Runs a command line against a service with these answers.
    static func run(
        _ arguments: [String],
        _ answers: [String: Answer]
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let daemon = try StubDaemon(answers)
        return try withExtendedLifetime(daemon) {
            try CapturedOutput.run(["--socket", daemon.path] + arguments)
        }
    }
}

/// The calls that a stub has got.
private final class CallLog: Sendable {
    private let parameters = Mutex<[String: [JSON]]>([:])

    /// Adds a call; returns how many of its method were there before.
    func add(_ call: JSON, of method: String) -> Int {
        parameters.withLock {
            $0[method, default: []].append(call)
            return $0[method, default: []].count - 1
        }
    }

    func calls(of method: String) -> [JSON] { parameters.withLock { $0[method] ?? [] } }
}
