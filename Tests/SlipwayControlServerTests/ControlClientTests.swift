import Glibc
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwaySystem
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ControlClientTests {
    @Test func callsAndGoesOnAfterAnErrorReply() throws {
        let server = try TestControlServer()
        let client = try ControlClient(path: server.path)
        #expect(try client.call("org.example.test.Echo", ["a": 1]) == ["a": 1])
        #expect(throws: ControlClientError.refused(.interfaceNotFound("org.nobody"))) {
            try client.call("org.nobody.Do")
        }
        #expect(try client.call("org.example.test.Echo") == [:])
    }

    @Test func sendsAndReceivesMoreThanASocketHolds() throws {
        let server = try TestControlServer()
        let client = try ControlClient(path: server.path)
        let parameters: JSON = ["text": .string(String(repeating: "é", count: 400_000))]
        #expect(try client.call("org.example.test.Echo", parameters) == parameters)
    }

    @Test(
        arguments: [
            (
                "/none", ENOENT,
                "No such file or directory (ENOENT); no daemon has made that socket"
            ),
            (
                "/dead", ECONNREFUSED,
                "Connection refused (ECONNREFUSED); the daemon that made it is gone"
            ),
            (
                "", EISDIR,
                "Is a directory (EISDIR); name the socket in it, such as org.slipway.Launch"
            ),
            (
                "/file", ENOTSOCK,
                "Socket operation on non-socket (ENOTSOCK); name the socket of a daemon, such as "
                    + "DIR/org.slipway.Launch"
            ),
            (
                "/" + String(repeating: "x", count: 200), ENAMETOOLONG,
                "File name too long (ENAMETOOLONG); a socket's path has 1 to 107 bytes"
            ),
        ]
    )
    func saysWhyItCannotConnect(name: String, code: Int32, words: String) throws {
        let folder = try TemporaryFolder()
        _ = FakeDaemon(path: folder.path + "/dead")
        try folder.write("", to: "file")
        let path = folder.path + name
        let error = #expect(throws: ControlClientError.self) { try ControlClient(path: path) }
        #expect(error == .cannotConnect(path: path, ErrorNumber(code)))
        #expect(error?.description == "cannot connect to \(path): \(words)")
    }

    @Test func roomInTheBacklogIsWaitedForNoLongerThanAsked() throws {
        let daemon = try BusyDaemon()
        let began = ContinuousClock.now
        #expect(throws: ControlClientError.cannotConnect(path: daemon.path, ErrorNumber(EAGAIN))) {
            try ControlClient(path: daemon.path, patience: .milliseconds(20))
        }
        #expect(began.duration(to: .now) < .seconds(4))
    }

    @Test(
        arguments: [
            ("", .closed(method: "a.B")), (#"{"parameters":{"#, .closed(method: "a.B")),
            (
                "HTTP/1.1 400\0",
                .malformedReply(method: "a.B", .json(offset: 0, reason: "unexpected 'H'"))
            ),
            (#"{"result":1}"# + "\0", .malformedReply(method: "a.B", .unknownMember("result"))),
            (
                #"{"error":"a.E","parameters":{"n":1}}"# + "\0",
                .refused(VarlinkError("a.E", ["n": 1]))
            ),
        ] as [(String, ControlClientError)]
    )
    func tellsOneBadAnswerFromAnother(answer: String, error: ControlClientError) throws {
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let client = try ControlClient(path: daemon.path)
        daemon.answer(answer)
        #expect(throws: error) { try client.call("a.B") }
    }

    @Test func aReplyThatDoesNotComeTimesOutAndEndsTheConnection() throws {
        let server = try TestControlServer()
        let client = try ControlClient(path: server.path)
        let method = "org.example.test.Hold"
        #expect(throws: ControlClientError.timedOut(method: method, limit: .milliseconds(20))) {
            try client.call(method, timeout: .milliseconds(20))
        }
        #expect(throws: ControlClientError.closed(method: "a.B")) { try client.call("a.B") }
    }

    @Test func aDaemonThatDoesNotReadTimesOutToo() throws {
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let client = try ControlClient(path: daemon.path)
        let large: JSON = ["text": .string(String(repeating: "x", count: 4_000_000))]
        #expect(throws: ControlClientError.timedOut(method: "a.B", limit: .milliseconds(20))) {
            try client.call("a.B", large, timeout: .milliseconds(20))
        }
    }

    /// Either before the call is sent, which then fails, or with an unread call, which resets the
    /// connection.
    @Test(arguments: [false, true])
    func showsWhyItsConnectionIsRefusedAlthoughItIsClosed(isCallThere: Bool) async throws {
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let refusal = ConnectionRefusal.tooManyConnections(limit: 64, yours: 12)
        let answer = String(decoding: VarlinkReply.error(refusal.varlinkError).frame, as: UTF8.self)
        let client = try ControlClient(path: daemon.path)
        async let isAnswered: Void = daemon.answer(answer, onceThereIsACall: isCallThere)
        if !isCallThere { await isAnswered }
        let error = #expect(throws: ControlClientError.self) {
            try client.call("a.B", timeout: nil)
        }
        #expect(error == .refused(refusal.varlinkError))
        #expect(
            error?.description
                == "cannot connect: there is no room for another connection beside the 64 that there are, "
                + "12 of them yours; try again"
        )
    }

    @Test(
        arguments: [
            (
                12, 12,
                "too many connections: you hold 12, the limit is 12; close some, or try again"
            ),
            // All slots have others, or a descriptor is lacking.
            (
                1, 0,
                "there is no room for another connection beside the 1 that there are, 0 of them yours; try again"
            ),
        ]
    )
    func whoHoldsNoneIsNotToldToCloseSome(limit: Int, yours: Int, words: String) {
        let refusal = ConnectionRefusal.tooManyConnections(limit: limit, yours: yours)
        #expect("\(refusal)" == "cannot connect: \(words)")
    }

    private let stream =
        #"{"parameters":{"n":1},"continues":true}"# + "\0"
        + #"{"parameters":{"n":2},"continues":true}"# + "\0" + #"{"parameters":{"n":3}}"# + "\0"

    @Test func takesEveryReplyOfAStream() throws {
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let client = try ControlClient(path: daemon.path)
        daemon.answer(stream)
        var replies: [JSON] = []
        try client.stream("a.B") { parameters, continues in
            replies.append(["n": parameters["n"] ?? nil, "continues": .bool(continues)])
            return true
        }
        #expect(
            replies == [
                ["n": 1, "continues": true], ["n": 2, "continues": true],
                ["n": 3, "continues": false],
            ]
        )
    }

    @Test func stoppingAStreamClosesTheConnection() throws {
        let server = try TestControlServer()
        let client = try ControlClient(path: server.path)
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let early = try ControlClient(path: daemon.path)
        daemon.answer(stream)
        var count = 0
        try early.stream("a.B") { _, _ in
            count += 1
            return false
        }
        #expect(count == 1)
        #expect(throws: ControlClientError.closed(method: "a.C")) { try early.call("a.C") }
        #expect(try client.call("org.example.test.Echo") == [:])
    }

    @Test func whatTheReaderOfAStreamThrowsComesOut() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        let daemon = try #require(FakeDaemon(path: folder.path + "/control"))
        let client = try ControlClient(path: daemon.path)
        daemon.answer(stream)
        #expect(throws: Enough.self) { try client.stream("a.B") { _, _ in throw Enough() } }
    }
}

/// Takes one connection and sends fixed bytes, whatever it receives.
private final class FakeDaemon: Sendable {
    let path: String
    private let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    private let connection = Atomic<Int32>(-1)

    init?(path: String) {
        self.path = path
        guard let address = SocketAddress(unix: path) else { return nil }
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { return nil }
        listen(descriptor, 8)
    }

    /// Answers the pending connection, and sends no more; it reads nothing.
    func answer(_ text: String) {
        let connection = accept(descriptor, nil, nil)
        self.connection.store(connection, ordering: .relaxed)
        let bytes = Array(text.utf8)
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
    }

    /// Answers the pending connection, and closes it; it reads nothing.
    func answer(_ text: String, onceThereIsACall isCallAwaited: Bool) async {
        let connection = accept(descriptor, nil, nil)
        var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        if isCallAwaited { poll(&entry, 1, 10_000) }
        let bytes = Array(text.utf8)
        send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        close(connection)
    }

    deinit {
        close(connection.load(ordering: .relaxed))
        close(descriptor)
    }
}
