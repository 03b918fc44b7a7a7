import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import SlipwayVarlink
import Synchronization
import Testing

/// Launches one after the other over one state directory.
struct KeptLaunchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ service: KeptService, _ body: () async throws -> Void) async throws {
        try await service.run(in: folder.path, body)
    }

    /// The stop asks the login to end, which then does not succeed.
    @Test(arguments: [Stage.launch, .background])
    func whatWaitsAtAStopRunsInTheNextLaunch(loginStage: Stage) async throws {
        let first = try KeptService(loginStage: loginStage)
        try await run(first) {
            for number in 1...3 {
                let admission = await first.submit("a\(number)", ["n": .integer(Int64(number))])
                #expect(admission == .success(.stored))
            }
        }
        #expect(first.handler.calls.withLock { $0 } == [])
        #expect(first.state("a1") == .waiting(missing: []))
        #expect(first.launch.action(ActionID("a1"))?.isPostponed == true)

        let second = try KeptService()
        second.login.open()
        try await run(second) {
            _ = await second.submit("a4", ["n": 4])
            try await eventually("all are done") { second.state("a4") == .done }
        }
        let numbers = second.handler.calls.withLock { $0 }.map { $0["n"]?.integerValue }
        #expect(numbers == [1, 2, 3, 4])
    }

    /// A handler that was given up may return at any time.
    @Test func whatAHandlerLeavesAfterTheEndOfItsActionIsNotKept() async throws {
        let service = try KeptService()
        let (id, late) = (ActionID("a"), HandlerResult(lastWords: "late"))
        try await run(service) {
            _ = await service.submit("a")
            service.store.note(late, of: id)
            #expect(service.store.result(of: id) == late)
            service.store.note(HandlerResult(), of: id)
            service.login.open()
            try await eventually("it is done") { service.state("a") == .done }
            service.store.note(late, of: id)
            #expect(service.store.result(of: id) == HandlerResult())
        }
    }

    @Test(arguments: ActionPolicy.Effect.allCases)
    func anInterruptedAttemptIsRepeatedUnlessItMayRunOnce(effect: ActionPolicy.Effect) async throws
    {
        // The file after a crash: an attempt has begun, and nothing says how it ended.
        let before = try await OpenStore(in: folder)
        try await before.accept("a", ["n": 1])
        try await before.attempt("a")
        before.close()

        let service = try KeptService(ActionPolicy(effect: effect))
        service.login.open()
        try await run(service) {
            try await eventually("it has ended") { service.state("a")?.isEnded == true }
        }
        switch effect {
        case .idempotent:
            #expect(service.state("a") == .done)
            #expect(service.launch.action(ActionID("a"))?.attempts == 2)
        case .once:
            guard case .interrupted = service.state("a") else {
                Issue.record("\(String(describing: service.state("a")))")
                return
            }
            #expect(service.handler.calls.withLock { $0 } == [])
        }
    }

    @Test func aHandlerKnowsWhatItHandlesAlsoInTheNextLaunch() async throws {
        let first = try KeptService(isBlocked: true)
        first.login.open()
        try await run(first) {
            _ = await first.submit("a", key: "k")
            try await eventually("it runs") { first.state("a") == .running }
        }
        let second = try KeptService()
        second.login.open()
        try await run(second) {
            try await eventually("it is done") { second.state("a") == .done }
        }
        for (number, service) in [first, second].enumerated() {
            let handled = try #require(service.handler.handled.withLock { $0.last })
            #expect(handled == (ActionID("a"), number + 1, "k"))
        }
    }

    /// A client throws an error of its own when it is cancelled.
    @Test(arguments: [nil, Failure("connection closed")])
    func whatRunsAtAStopIsRepeatedByTheNextLaunch(failure: Failure?) async throws {
        let retry = failure.map { _ in Retry.constant(attempts: 2, pause: .seconds(1)) }
        let first = try KeptService(ActionPolicy(retry: retry), isBlocked: true, failure: failure)
        first.login.open()
        try await run(first) {
            _ = await first.submit("a")
            try await eventually("it runs") { first.state("a") == .running }
        }
        let second = try KeptService()
        second.login.open()
        try await run(second) {
            try await eventually("it is done") { second.state("a") == .done }
        }
        #expect(second.launch.action(ActionID("a"))?.attempts == 2)
    }

    @Test(arguments: ActionPolicy.Effect.allCases, [Duration.zero, .seconds(60)])
    func whatReturnsDuringAStopIsDoneAndToldSo(
        effect: ActionPolicy.Effect,
        drain: Duration
    ) async throws {
        let service = try KeptService(
            ActionPolicy(effect: effect),
            isBlocked: true,
            returns: true,
            drain: drain
        )
        service.login.open()
        let events = service.launch.events()
        try await run(service) {
            _ = await service.submit("a")
            try await eventually("it runs") { !service.handler.calls.withLock(\.isEmpty) }
            service.launch.stop()
            // It was not asked to give up unless there is no drain.
            if drain > .zero { service.handler.gate.open() }
        }
        var told: [ActionStatus.State] = []
        for await event in events {
            if case .actionChanged(let status) = event.kind { told.append(status.state) }
        }
        #expect(told.last == .done)
        let stored = try folder.records()
        #expect(stored.map(\.status.state) == [.done])
    }

    @Test func aTypedActionRunsWithoutTheStoreAndHoldsUpNothing() async throws {
        let service = try KeptService()
        service.login.open()
        try await run(service) {
            try service.launch.submit(service.kind, ["n": 1], id: ActionID("a"))
            _ = await service.submit("b", ["n": 2])
            try await eventually("both are done") { service.state("b") == .done }
        }
        #expect(service.state("a") == .done)
        let stored = try folder.records()
        #expect(stored.map(\.status.id) == [ActionID("b")])
    }

    @Test func aPayloadThatIsNotValidAnyMoreFailsTheAction() async throws {
        let before = try await OpenStore(in: folder)
        try await before.accept("a")
        before.close()
        let service = try KeptService()
        service.login.open()
        service.store.serve(service.launch) { _, _ throws(Failure) in
            throw Failure("its payload is not what 'open' takes by now")
        }
        service.store.open(in: folder.path, onTrouble: { _ in })
        async let end: Void = service.launch.run()
        try await eventually("it has ended") { service.state("a")?.isEnded == true }
        let failure = Failure("its payload is not what 'open' takes by now")
        #expect(service.state("a") == .failed(failure, operation: nil))
        service.launch.stop()
        try await end
        service.store.end(within: .seconds(60))
    }

    @Test func withoutAFileWhatHasToBeStoredIsRefusedUntilThereIsOne() async throws {
        let before = try await OpenStore(in: folder)
        try await before.accept("stored", ["n": 7])
        before.close()
        // A newer version's, for a while.
        try folder.markAsNewer()

        let service = try KeptService()
        service.login.open()
        try await run(service) {
            try await eventually("it is degraded") {
                service.launch.report.phase == .ready(degraded: true)
            }
            #expect(service.launch.report.storage?.kind == .unavailable)
            guard case .success(.refused(let error)) = await service.submit("a", ["n": 1]) else {
                Issue.record("it was accepted")
                return
            }
            #expect(error.description.contains("a newer version of Slipway wrote it"))

            try folder.markAsCurrent()
            try await eventually("what it holds runs") { service.state("stored") == .done }
            #expect(service.launch.report.storage == nil)
            #expect(service.launch.report.phase == .ready(degraded: false))
            #expect(await service.submit("b", ["n": 2]) == .success(.stored))
            try await eventually("it is done") { service.state("b") == .done }
        }
        #expect(service.handler.calls.withLock { $0 } == [["n": 7], ["n": 2]])
    }

    @Test func whatNeedNotBeStoredIsTakenWithoutAFile() async throws {
        let service = try KeptService(ActionPolicy(durability: .memory))
        service.login.open()
        try await service.run(in: "/nowhere/at/all") {
            let admission = await service.submit("a", key: "k", ["n": 1])
            #expect(admission == .success(.stored))
            try await eventually("it is done") { service.state("a") == .done }
            let again = await service.submit("b", key: "k", ["n": 1])
            #expect(again == .success(.duplicate(ActionID("a"), .memory)))
        }
        #expect(service.handler.calls.withLock { $0 } == [["n": 1]])
    }

    @Test func withoutAStateDirectoryActionsGoTheSameWayInMemory() async throws {
        let service = try KeptService(isDurable: false)
        try await run(service) {
            #expect(await service.submit("a", key: "k", ["n": 1]) == .success(.stored))
            let again = await service.submit("b", key: "k", ["n": 1])
            #expect(again == .success(.duplicate(ActionID("a"), .memory)))
            service.login.open()
            try await eventually("it is done") { service.state("a") == .done }
        }
        #expect(service.handler.calls.withLock { $0 } == [["n": 1]])
        #expect(service.handler.handled.withLock { $0.map(\.key) } == ["k"])
    }

    /// The kind was stored by an earlier configuration.
    @Test(arguments: [true, false])
    func ofOneKeyTheStoredActionCounts(isAwayAtFirst: Bool) async throws {
        let before = try await OpenStore(in: folder)
        try await before.accept("stored", key: "k", ["n": 1])
        try await before.end("stored")
        before.close()
        if isAwayAtFirst { try folder.markAsNewer() }

        let service = try KeptService(ActionPolicy(durability: .memory))
        try await run(service) {
            if isAwayAtFirst {
                try await eventually("it is away") { service.launch.report.storage != nil }
                let admission = await service.submit("a", key: "k", ["n": 1])
                #expect(admission == .success(.stored))
                #expect(
                    await service.submit("b", key: "other", ["n": 2])
                        == .success(.stored)
                )
                try folder.markAsCurrent()
                try await eventually("the stored one counts") {
                    service.state("a") == .superseded(by: ActionID("stored"))
                }
            }
            let again = await service.submit("c", key: "k", ["n": 1])
            #expect(again == .success(.duplicate(ActionID("stored"), .disk)))
            let other = await service.submit("d", key: "k", ["n": 7])
            #expect(other == .success(.conflict(ActionID("stored"))))
            service.login.open()
            if isAwayAtFirst {
                try await eventually("the other is done") { service.state("b") == .done }
            }
        }
        let numbers = service.handler.calls.withLock { $0 }.map { $0["n"]?.integerValue }
        #expect(numbers == (isAwayAtFirst ? [2] : []))
    }

    @Test func aLaunchFailsWithoutAFileThatIsRequired() async throws {
        let service = try KeptService()
        service.login.open()
        service.store.open(
            in: "/nowhere/at/all",
            terms: StorageTerms(isRequired: true),
            onTrouble: { _ in }
        )
        await #expect(throws: LaunchError.self) { try await service.launch.run() }
        let message = service.launch.report.rootCauses.first?.failure.message
        #expect(message?.contains("storage is required: cannot use /nowhere/at/all") == true)
        service.store.end(within: .seconds(60))
    }

    @Test func anEndThatCannotBeStoredIsToldWithItsAction() async throws {
        let service = try KeptService(isBlocked: true)
        service.login.open()
        let troubles = Mutex<[String]>([])
        service.store.open(in: folder.path) { trouble in troubles.withLock { $0.append(trouble) } }
        async let end: Void = service.launch.run()
        _ = await service.submit("a")
        try await eventually("it runs") { !service.handler.calls.withLock(\.isEmpty) }
        await service.store.run("PRAGMA query_only = 1")
        service.handler.gate.open()
        try await eventually("the trouble is told") { !troubles.withLock { $0.isEmpty } }
        let told = troubles.withLock { $0.first }
        #expect(
            told == """
                cannot store the end of action 'a' of kind 'open': \
                \(folder.actions): attempt to write a readonly database; \
                it is tried again
                """
        )
        await service.store.run("PRAGMA query_only = 0")
        try await eventually("it is stored") { service.state("a") == .done }
        service.launch.stop()
        try await end
        service.store.end(within: .seconds(60))
    }

    @Test func aRetryFindsItsActionAlsoWhenTheQueueIsFull() async throws {
        let service = try KeptService(ActionPolicy(limit: 1))
        try await run(service) {
            #expect(await service.submit("a", key: "k") == .success(.stored))
            let again = await service.submit("b", key: "k")
            #expect(again == .success(.duplicate(ActionID("a"), .disk)))
            let other = await service.submit("c", key: "other")
            #expect(other == .failure(.queueFull(limit: 1)))
        }
    }
}
