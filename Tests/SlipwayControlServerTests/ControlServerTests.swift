import Dispatch
import Glibc
import SlipwayClient
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ControlServerTests {
    @Test func answersACall() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        #expect(try client.call(.echo(["a": [1, "é"]])) == .parameters(["a": [1, "é"]]))
        #expect(try client.call(.echo([:])) == .parameters([:]))
    }

    @Test func describesItself() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        #expect(
            try client.call(VarlinkCall("org.varlink.service.GetInfo"))
                == .parameters([
                    "vendor": "Slipway", "product": "test", "version": "1.2.3",
                    "url": "file:///usr/share/doc/slipway/README.md",
                    "interfaces": ["org.varlink.service", "org.example.test"],
                ])
        )
        let describe = "org.varlink.service.GetInterfaceDescription"
        #expect(
            try client.call(VarlinkCall(describe, ["interface": "org.example.test"]))
                == .parameters(["description": "interface org.example.test\n"])
        )
    }

    @Test(
        arguments: [
            (VarlinkCall("org.nobody.Do"), .interfaceNotFound("org.nobody")),
            (VarlinkCall("Do"), .interfaceNotFound("")),
            (VarlinkCall("org.example.test.Nope"), .methodNotFound("org.example.test.Nope")),
            (
                VarlinkCall("org.example.test.Echo", mode: .upgrade),
                .methodNotImplemented("org.example.test.Echo")
            ),
            (VarlinkCall("org.varlink.service.GetInfo", ["x": 1]), .invalidParameter("x")),
            (
                VarlinkCall("org.varlink.service.GetInterfaceDescription"),
                .invalidParameter("interface")
            ),
            (
                VarlinkCall("org.varlink.service.GetInterfaceDescription", ["interface": 1]),
                .invalidParameter("interface")
            ),
            (
                VarlinkCall("org.varlink.service.GetInterfaceDescription", ["interface": "a.b"]),
                .interfaceNotFound("a.b")
            ),
        ] as [(VarlinkCall, VarlinkError)]
    )
    func answersWhatItCannotDoWithAnErrorAndGoesOn(call: VarlinkCall, error: VarlinkError) throws {
        let server = try TestControlServer()
        let client = try server.connect()
        #expect(try client.call(call) == .error(error))
        #expect(try client.call(.echo(["a": 1])) == .parameters(["a": 1]))
    }

    @Test func answersPipelinedCallsInTheirOrder() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(VarlinkCall.hold().frame + VarlinkCall.hold(["n": 2]).frame)
        client.send((0..<1000).flatMap { VarlinkCall.echo(["n": .integer($0)]).frame })

        let first = try server.service.take()
        let other = try server.connect()
        #expect(try other.call(.echo(["b": 1])) == .parameters(["b": 1]))
        first.reply.finish(["first": true])
        try server.service.take().reply.fail(VarlinkError("org.example.test.No"))

        #expect(try client.reply() == .parameters(["first": true]))
        #expect(try client.reply() == .error(VarlinkError("org.example.test.No")))
        for number in (0..<1000) as Range<Int64> {
            #expect(try client.reply() == .parameters(["n": .integer(number)]))
        }
    }

    @Test func aOnewayCallIsDoneAndNeverAnswered() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        var unknown = VarlinkCall("org.example.test.Nope")
        unknown.mode = .oneway
        client.send(unknown)
        client.send(.hold(["n": 1], mode: .oneway))
        client.send(.echo(["after": true]))
        let held = try server.service.take()
        #expect(held.call.parameters == ["n": 1])
        held.reply.send(["never": true])
        held.reply.finish(["never": true])
        #expect(try client.reply() == .parameters(["after": true]))
    }

    @Test func streamsUntilTheLastReply() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        client.send(.echo(["after": true]))
        let reply = try server.service.take().reply
        for number in (0..<100) as Range<Int64> { reply.send(["n": .integer(number)]) }
        for number in (0..<100) as Range<Int64> {
            #expect(try client.reply() == .parameters(["n": .integer(number)], continues: true))
        }
        reply.finish()
        reply.send(["late": true])
        reply.finish(["late": true])
        #expect(try client.reply() == .parameters([:]))
        #expect(try client.reply() == .parameters(["after": true]))
    }

    @Test func aStreamEndsWithAnError() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        reply.send(["n": 1])
        reply.fail(.permissionDenied)
        #expect(try client.reply() == .parameters(["n": 1], continues: true))
        #expect(try client.reply() == .error(.permissionDenied))
    }

    @Test func whoDidNotAskForMoreGetsTheLastReplyOnly() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold())
        let reply = try server.service.take().reply
        reply.send(["n": 1])
        reply.finish(["n": 2])
        #expect(try client.reply() == .parameters(["n": 2]))
    }

    @Test func repliesOfManyThreadsAllArriveAndTheLastIsLast() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<200 {
                reply.send(["thread": .integer(Int64(thread)), "n": .integer(Int64(number))])
            }
        }
        reply.finish(["last": true])

        var next = [Int64](repeating: 0, count: 8)
        for _ in 0..<1600 {
            guard case .parameters(let parameters, true) = try client.reply(),
                let thread = parameters["thread"]?.integerValue
            else {
                Issue.record("the stream ended early")
                return
            }
            #expect(parameters["n"] == .integer(next[Int(thread)]))
            next[Int(thread)] += 1
        }
        #expect(try client.reply() == .parameters(["last": true]))
    }

    @Test(arguments: [VarlinkCall.Mode.single, .more])
    func noticesThatTheClientWentAway(mode: VarlinkCall.Mode) throws {
        let server = try TestControlServer()
        var client: RawClient? = try server.connect()
        client?.send(.hold(mode: mode))
        let reply = try server.service.take().reply
        let isGone = DispatchSemaphore(value: 0)
        reply.onClose { isGone.signal() }
        #expect(reply.isOpen)
        client = nil
        try #require(isGone.wait(timeout: .now() + 10) == .success)
        #expect(!reply.isOpen)

        let wasTold = Mutex(false)
        reply.onClose { wasTold.withLock { $0 = true } }
        #expect(wasTold.withLock { $0 })
        reply.send(["to": "nobody"])
        reply.finish()
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
    }

    @Test func aCallThatEndedIsNotToldThatTheClientWentAway() throws {
        let server = try TestControlServer()
        var client: RawClient? = try server.connect()
        client?.send(.hold())
        let ended = try server.service.take().reply
        let calls = Mutex(0)
        ended.onClose { calls.withLock { $0 += 1 } }
        ended.finish()
        _ = try client?.reply()
        client?.send(.hold())
        let next = try server.service.take().reply
        let isGone = DispatchSemaphore(value: 0)
        next.onClose { isGone.signal() }
        client = nil
        try #require(isGone.wait(timeout: .now() + 10) == .success)
        #expect(calls.withLock { $0 } == 0)
    }

    @Test func aReplyThatIsDroppedClosesTheConnection() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        #expect(try client.call(VarlinkCall("org.example.test.Drop")) == nil)
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
    }

    @Test func whoStopsSendingStillGetsEveryReply() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold())
        client.send(.echo(["n": 2]))
        client.endSending()
        let reply = try server.service.take().reply
        #expect(try server.connect().call(.echo([:])) == .parameters([:]))
        #expect(reply.isOpen)
        reply.finish(["n": 1])
        #expect(try client.reply() == .parameters(["n": 1]))
        #expect(try client.reply() == .parameters(["n": 2]))
        #expect(try client.reply() == nil)
    }

    @Test func aCallWhoseCallerLeavesAtOnceIsStillDone() throws {
        let server = try TestControlServer()
        var client: RawClient? = try server.connect()
        client?.send(.hold(["n": 1], mode: .oneway))
        client = nil
        #expect(try server.service.take().call.parameters == ["n": 1])
    }

    @Test func knowsWhoCalls() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold())
        let held = try server.service.take()
        #expect(held.peer == Peer(pid: getpid(), uid: getuid(), gid: getgid()))
        held.reply.finish()
    }

    @Test func aServiceMayReplyWhileItHoldsALockThatTheNextCallNeeds() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        let lock = Mutex(0)
        client.send(.hold())
        client.send(.hold())
        let first = try server.service.take().reply
        lock.withLock { _ in first.finish(["n": 1]) }
        let second = try server.service.take().reply
        lock.withLock { _ in second.finish(["n": 2]) }
        #expect(try client.reply() == .parameters(["n": 1]))
        #expect(try client.reply() == .parameters(["n": 2]))
    }

    @Test func aServerThatIsShutDownAtOnceLeavesNothingBehind() throws {
        for _ in 0..<20 {
            let server = try TestControlServer()
            let client = try server.connect()
            client.send(.echo(["n": 1]))
            server.server.shutdown()
            // With or without an answer, the client does not wait.
            while try client.reply() != nil {}
            #expect(access(server.path, F_OK) != 0)
        }
    }

    @Test func shuttingDownAnswersTheCallsThatHaveNoAnswer() throws {
        let server = try TestControlServer()
        let refusal = VarlinkError("org.example.test.Over", [:])
        let silent = try server.connect()
        let client = try server.connect()
        client.send(.hold(["n": 1]))
        let held = try server.service.take().reply
        let behind: [VarlinkCall] = [
            .echo(["n": 2]), VarlinkCall("org.example.test.Echo", [:], mode: .oneway), .hold(),
        ]
        // All calls have arrived together with the earlier, answered ones.
        client.send(behind.flatMap(\.frame))
        server.server.shutdown(refusing: refusal)
        for _ in 0..<3 { #expect(try client.reply() == .error(refusal)) }
        #expect(try client.reply() == nil)
        #expect(try silent.reply() == nil)
        #expect(!held.isOpen)
    }

    @Test func shuttingDownClosesEverythingAndTellsTheServices() throws {
        let server = try TestControlServer()
        let client = try server.connect()
        client.send(.hold(mode: .more))
        let reply = try server.service.take().reply
        let isGone = DispatchSemaphore(value: 0)
        reply.onClose { isGone.signal() }
        reply.send(["last": "words"])
        server.server.shutdown()
        server.server.shutdown()
        #expect(isGone.wait(timeout: .now() + 10) == .success)
        #expect(try client.reply() == .parameters(["last": "words"], continues: true))
        #expect(try client.reply() == nil)
        #expect(access(server.path, F_OK) != 0)
        #expect(throws: ControlClientError.self) { try ControlClient(path: server.path) }
        reply.finish()
    }
}
