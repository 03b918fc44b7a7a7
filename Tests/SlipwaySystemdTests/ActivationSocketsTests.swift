import Glibc
import SlipwaySystemd
import SlipwayTestSupport
import Testing

struct ActivationSocketsTests {
    private typealias Socket = ActivationSockets.Socket

    @Test func thereAreNoneOutsideSystemd() throws {
        #expect(try ActivationSockets([]).listener(named: "varlink") == nil)
    }

    @Test func findsAListenerByName() throws {
        let listener = try TestListener()
        let sockets = ActivationSockets([
            Socket(name: "web", descriptor: -1),
            Socket(name: "varlink", descriptor: listener.descriptor),
        ])
        #expect(try sockets.listener(named: "varlink") == listener.descriptor)
        #expect(try sockets.listener(named: "other") == nil)
    }

    @Test func theOnlySocketNeedsNoNameWhenAskedFor() throws {
        let listener = try TestListener()
        let only = Socket(name: "slipway.socket", descriptor: listener.descriptor)
        let sockets = ActivationSockets([only])
        #expect(
            try sockets.listener(named: "varlink", acceptingOnlySocket: true)
                == listener.descriptor
        )
        #expect(try sockets.listener(named: "varlink") == nil)
        let two = ActivationSockets([only, Socket(name: "web", descriptor: -1)])
        #expect(try two.listener(named: "varlink", acceptingOnlySocket: true) == nil)
    }

    @Test func rejectsTwoOfTheSameName() {
        let sockets = ActivationSockets([
            Socket(name: "varlink", descriptor: 3), Socket(name: "varlink", descriptor: 4),
        ])
        #expect(throws: ActivationError.ambiguous(name: "varlink", count: 2)) {
            try sockets.listener(named: "varlink")
        }
    }

    @Test(arguments: [SOCK_DGRAM, SOCK_STREAM])
    func rejectsASocketThatDoesNotListen(type: __socket_type) throws {
        let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
        defer { close(descriptor) }
        let passed = Socket(name: "varlink", descriptor: descriptor)
        #expect(throws: ActivationError.notAListener(passed)) {
            try ActivationSockets([passed]).listener(named: "varlink")
        }
    }

    @Test func rejectsADescriptorThatIsNoSocket() throws {
        let passed = Socket(name: "varlink", descriptor: -1)
        #expect(throws: ActivationError.notAListener(passed)) {
            try ActivationSockets([passed]).listener(named: "varlink")
        }
    }

    @Test func anErrorSaysWhatWouldBeAccepted() {
        let error = ActivationError.notAListener(Socket(name: "varlink", descriptor: 3))
        #expect(
            error.description
                == "cannot listen on activation socket 'varlink' (descriptor 3): not a listening "
                + "Unix stream socket; the socket unit needs ListenStream= with a path, "
                + "and Accept=no"
        )
    }

    /// In its own process, whose descriptor 3 may be in use: it is moved meanwhile.
    @Test func takesWhatWasPassedOnceAndKeepsItFromChildren() async {
        await #expect(processExitsWith: .success) {
            let listener = try TestListener()
            let aside = dup(3)
            try #require(dup2(listener.descriptor, 3) == 3)
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_FDNAMES", "varlink", 1)
            let first = Result { try ActivationSockets.inherit() }
            let second = Result { try ActivationSockets.inherit() }
            let descriptor = Result { try first.get().listener(named: "varlink") }
            let flags = fcntl(3, F_GETFD)
            if aside >= 0 { dup2(aside, 3) } else { close(3) }

            try #require(try first.get().all == [.init(name: "varlink", descriptor: 3)])
            try #require(try descriptor.get() == 3)
            try #require(flags & FD_CLOEXEC != 0)
            try #require(try second.get().all.isEmpty)
            try #require(getenv("LISTEN_FDS") == nil)
            // The environment that was read before still has the names.
            try #require(SystemdEnvironment.current.activationSocketNames == ["varlink"])
        }
    }

    @Test func descriptorsThatAreNotThereAreAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "500", 1)
            let error = #expect(throws: ActivationError.self) { try ActivationSockets.inherit() }
            try #require(error == .cannotInherit(errorNumber: EBADF))
        }
    }
}

/// A listening Unix stream socket in the abstract namespace.
private struct TestListener: ~Copyable {
    let descriptor: Int32

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Without a path the kernel chooses an abstract address.
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sa_family_t>.size))
            }
        }
        guard bound == 0, listen(descriptor, 1) == 0 else { throw NotifySocket.Unavailable() }
    }

    deinit { close(descriptor) }
}
