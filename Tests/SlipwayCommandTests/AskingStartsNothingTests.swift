import Foundation
import SlipwayTestSupport
import Testing

/// systemd holds the control socket of a service that does not run: whoever connects starts it.
@Suite(.timeLimit(.minutes(2)))
struct AskingStartsNothingTests {
    private static let identity = "8b383ac31d993463a6342b0af91b21d7"

    /// A folder of a session, with the control socket of the service 'kept'.
    private struct Session {
        let folder: TemporaryFolder
        let listener: Int32

        init() throws {
            folder = try TemporaryFolder()
            let place = "\(folder.path)/slipway/kept"
            try FileManager.default.createDirectory(
                atPath: place,
                withIntermediateDirectories: true
            )
            listener = try Self.listen("\(place)/org.slipway.Launch")
        }

        static func listen(_ path: String) throws -> Int32 {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
            }
            guard isBound == 0, Glibc.listen(listener, 8) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            return listener
        }

        /// The lock of a daemon that has made the socket itself, open.
        func lock() throws -> Int32 {
            let path = "\(folder.path)/slipway/kept/org.slipway.Launch.lock"
            let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
            return lock
        }

        /// A command has connected, and systemd would have started the service.
        var isAsked: Bool {
            var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }

        func run(_ arguments: [String]) async throws -> Program.Result {
            try await Program(
                executable: Checkout.programs.appending(path: "slipway"),
                arguments: arguments,
                environment: ["XDG_RUNTIME_DIR": folder.path]
            ).run()
        }
    }

    private static let observing = [
        ["status"], ["explain"], ["actions"], ["programs"], ["metrics"], ["introspect"],
    ]

    @Test(
        arguments: observing + [
            ["actions", "--purge"], ["values"], ["values", "--forget", "a"], ["call", "GetStatus"],
            ["cancel", "a"], ["cancel", identity], ["cancel", "--kind", "a"], ["pause"],
            ["resume", "main"],
            ["drain"], ["start", "a"], ["stop", "a"], ["restart", "a"], ["reload"],
            ["reload", "--dry-run"], ["backup", "/nowhere/copy"],
        ]
    )
    func aStoppedServiceStaysStopped(command: [String]) async throws {
        let session = try Session()
        defer { close(session.listener) }
        let socket = "\(session.folder.path)/slipway/kept/org.slipway.Launch"
        // A path may have many spellings.
        let other = "\(session.folder.path)//slipway/../slipway/kept/org.slipway.Launch"
        let link = "\(session.folder.path)/link"
        #expect(symlink(socket, link) == 0)
        for place in [
            ["--app", "kept", "--user"], ["--socket", socket], ["--socket", other],
            ["--socket", link],
        ] {
            let ran = try await session.run(command + place)
            #expect(ran.status == 2, "\(ran.output)")
            #expect(ran.output.hasPrefix("slipway: 'kept' is stopped; "), "\(ran.output)")
            #expect(!session.isAsked)
        }
    }

    @Test(
        arguments: [
            ["send", "a", "--timeout", "1s"], ["retry", identity], ["restart", "--full"],
        ]
    )
    func whatTheServiceIsToDoStartsIt(command: [String]) async throws {
        let session = try Session()
        defer { close(session.listener) }
        let running = try Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: command + ["--app", "kept", "--user"],
            environment: ["XDG_RUNTIME_DIR": session.folder.path]
        ).start()
        let listener = session.listener
        let connection = try await blocking { accept(listener, nil, nil) }
        #expect(connection >= 0)
        close(connection)
        shutdown(listener, Int32(SHUT_RDWR))
        _ = await running.result()
    }

    /// A daemon that has made its control socket itself may have no other one.
    @Test func aSocketThatADaemonHasMadeIsConnectedTo() async throws {
        let session = try Session()
        defer { close(session.listener) }
        let lock = try session.lock()
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let running = try Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["pause", "--app", "kept", "--user"],
            environment: ["XDG_RUNTIME_DIR": session.folder.path]
        ).start()
        let listener = session.listener
        let connection = try await blocking { accept(listener, nil, nil) }
        #expect(connection >= 0)
        close(connection)
        #expect(await running.result().status == 2)
    }

    @Test func theLockOfADaemonThatWasKilledStartsNothing() async throws {
        let session = try Session()
        defer { close(session.listener) }
        close(try session.lock())
        let ran = try await session.run(["pause", "--app", "kept", "--user"])
        #expect(ran.status == 2)
        #expect(ran.output.hasPrefix("slipway: 'kept' is stopped; "), "\(ran.output)")
        #expect(!session.isAsked)
    }
}
