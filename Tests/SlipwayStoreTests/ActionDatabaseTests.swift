import Glibc
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayStore
import SlipwayTestSupport
import Testing

/// The rows that the file keeps.
struct ActionDatabaseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Opens the file, does something, and closes it.
    @discardableResult
    private func open<Value>(
        keeping count: Int? = nil,
        _ body: (OpenStore) async throws -> Value
    ) async throws -> Value {
        let store =
            if let count {
                try await OpenStore(in: folder, keeping: count)
            } else {
                try await OpenStore(in: folder)
            }
        defer { store.close() }
        return try await body(store)
    }

    /// The actions that the next launch finds.
    private func found() async throws -> [RestoredAction] { try await open { $0.open } }

    @Test func whatWasAcceptedIsThereInOrderForTheNextLaunch() async throws {
        try await open { store in
            for id in ["a3", "a1", "a2"] {
                let written = try await store.accept(id, expires: .seconds(60))
                #expect(written == .stored)
            }
        }
        let found = try await found()
        #expect(found.map(\.id.description) == ["a3", "a1", "a2"])
        for action in found {
            #expect(action.kind == "open")
            #expect(action.attempts == 0)
            #expect(!action.isInterrupted)
            let expiresAt = try #require(action.expiresAt)
            #expect(action.acceptedAt < .now)
            #expect(action.acceptedAt.duration(to: expiresAt) >= .seconds(60))
        }
    }

    @Test func anAttemptGetsThePayloadAndIsFoundInterruptedWithoutAnEnd() async throws {
        let payload: JSONObject = ["url": "/cart", "ids": [1, 2.5, nil]]
        try await open { store in
            for id in ["runs", "waits", "pauses", "ends"] { try await store.accept(id, payload) }
            let begins = Beginning(kind: "open", payload: payload)
            #expect(try await store.begin("runs") == begins)
            #expect(try await store.begin("pauses") == begins)
            let pause = ActionChange.backOff(ActionID("pauses"), Failure("not now"), for: .zero)
            _ = try await store.write(pause)
            try await store.attempt("ends")
            try await store.end("ends")
        }
        let found = try await found()
        #expect(found.map(\.id.description) == ["runs", "waits", "pauses"])
        #expect(found.map(\.attempts) == [1, 0, 1])
        #expect(found.map(\.isInterrupted) == [true, false, false])
    }

    @Test(
        arguments: [
            .done, .expired, .cancelled(reason: "by hand"), .interrupted(reason: "it ended"),
            .superseded(by: ActionID("b")),
            .failed(Failure(.timedOut, "too slow", type: "Slow", errorNumber: 5), operation: nil),
            .failed(Failure("gone"), operation: "user-data"),
        ] as [ActionStatus.State]
    )
    func anEndedActionIsRememberedAsItEnded(end: ActionStatus.State) async throws {
        let times = ActionTimes(
            ready: .microseconds(1),
            started: .seconds(2),
            ended: .seconds(100_000)
        )
        let result = HandlerResult(
            lastWords: "no such cart",
            output: ["total": 3],
            exit: .status(3),
            lines: ["looking", "no such cart"]
        )
        try await open { store in
            try await store.accept("a", key: "k", uid: 1000)
            try await store.attempt("a")
            try await store.end("a", end, times, result)
        }
        try await open { store in
            #expect(store.open == [])
            let record = try #require(try await store.record("a"))
            #expect(record.sender == ActionSender(uid: 1000, pid: 7))
            #expect(record.key == "k")
            #expect(record.payload == ["n": 1])
            #expect(record.result == result)
            let status = record.status
            #expect(status.state == end)
            #expect(status.attempts == 1)
            #expect(status.times == times)
        }
    }

    /// From its acceptance to its last attempt, by the clock of the launch that finds it.
    @Test func howLongAnActionWaitedForItsLastAttemptIsKnownToTheNextLaunch() async throws {
        try await open { store in
            try await store.accept("waits")
            try await store.accept("began")
            // It was accepted an hour ago, so that its attempts are not in the future.
            for column in ["accepted", "uptime"] {
                try folder.run("UPDATE action SET \(column) = \(column) - 3600000000")
            }
            for (number, started) in [(1, 4), (2, 9)] {
                let times = ActionTimes(ready: .seconds(3), started: .seconds(started))
                try await store.attempt("began", number, times)
                #expect(try await store.record("began")?.status.times == times)
            }
        }
        let found = try await found()
        #expect(found[0].readyAt == nil && found[0].startedAt == nil)
        let (ready, started) = (try #require(found[1].readyAt), try #require(found[1].startedAt))
        #expect(found[1].acceptedAt.duration(to: ready) == .seconds(3))
        #expect(found[1].acceptedAt.duration(to: started) == .seconds(9))
    }

    /// A machine without a battery gets its date from the network, after an action was accepted.
    @Test func aWallClockThatIsSetChangesNoWaitAndNoRun() async throws {
        let times = ActionTimes(
            ready: .milliseconds(5),
            started: .milliseconds(7),
            ended: .milliseconds(12)
        )
        try await open { store in
            try await store.accept("a")
            try folder.run("UPDATE action SET accepted = 0")
            try await store.attempt("a", 1, times)
            try await store.end("a", .done, times)
        }
        let status = try await open { try #require(try await $0.record("a")).status }
        #expect(status.times == times)
        #expect(status.run == .milliseconds(5))
    }

    @Test func theSameKeyIsTheSameActionAlsoForTheNextLaunch() async throws {
        try await open { try await $0.accept("a", key: "k", ["x": 1, "y": 2]) }
        try await open { store in
            let again = try await store.accept("b", key: "k", ["y": 2, "x": 1])
            #expect(again == .duplicate(ActionID("a")))
            #expect(try await store.accept("c", key: "k", ["x": 1]) == .conflict(ActionID("a")))
            #expect(try await store.accept("d", key: "k", uid: 1, ["x": 1]) == .stored)
            #expect(try await store.accept("e", ["x": 1]) == .stored)
            #expect(store.open.map(\.id.description) == ["a"])
        }
        #expect(try await found().map(\.id.description) == ["a", "d", "e"])
    }

    /// `é` in one character, and as `e` with an accent behind it.
    @Test func keysAreComparedAsBytes() async throws {
        let (one, other) = ("caf\u{E9}", "cafe\u{301}")
        try await open { store in
            #expect(try await store.accept("a", key: one, ["x": 1]) == .stored)
            #expect(try await store.accept("b", key: other, ["x": 1]) == .stored)
            #expect(try await store.accept("c", key: one, ["x": 1]) == .duplicate(ActionID("a")))
            #expect(try await store.accept("d", key: other, ["x": 1]) == .duplicate(ActionID("b")))
            // So are the texts of a payload.
            #expect(try await store.accept("e", key: "k", ["x": .string(one)]) == .stored)
            let last = try await store.accept("f", key: "k", ["x": .string(other)])
            #expect(last == .conflict(ActionID("e")))
        }
    }

    @Test func ofManyThatSendTheSameKeyAtOnceOneIsStored() async throws {
        try await open { store in
            let written = try await withThrowingTaskGroup { group in
                for number in 0..<64 {
                    group.addTask { try await store.accept("a\(number)", key: "k") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(written.count { $0 == .stored } == 1)
            #expect(Set(written).count == 2)
        }
        #expect(try await found().count == 1)
    }

    @Test func supersededOnesEndWithTheAcceptanceOfTheNew() async throws {
        try await open { store in
            for id in ["a", "b"] { try await store.accept(id) }
            try await store.accept("c", superseding: ["a", "b"])
            let state = try await store.record("a")?.status.state
            #expect(state == .superseded(by: ActionID("c")))
        }
        #expect(try await found().map(\.id.description) == ["c"])
    }

    @Test func aRefusedOneSupersedesNothing() async throws {
        try await open { store in
            try await store.accept("a", key: "k")
            try await store.accept("b")
            try await store.accept("c", key: "k", superseding: ["b"], ["other": 1])
        }
        #expect(try await found().map(\.id.description) == ["a", "b"])
    }

    @Test func anActionWithoutRecordDoesNotBegin() async throws {
        try await open { store in
            guard case .rejected(.failed) = try await store.refusal(of: "nothing") else {
                Issue.record("it began")
                return
            }
        }
    }

    @Test func anAttemptThatDidNotBeginLeavesNoTrace() async throws {
        try await open { store in
            try await store.accept("a")
            for attempts in [0, 1] {
                let before = ActionTimes(started: attempts == 0 ? nil : .seconds(1))
                try await store.attempt("a", attempts + 1, ActionTimes(started: .seconds(2)))
                _ = try await store.write(.takeBack(ActionID("a"), attempts: attempts), before)
                let status = try #require(try await store.record("a")).status
                #expect(status.attempts == attempts)
                #expect(status.times == before)
            }
        }
    }

    @Test func onlyTheLastEndedAreKeptAndOpenOnesAlways() async throws {
        try await open { store in
            for number in 1...5 {
                try await store.accept("a\(number)")
                if number != 1 { try await store.end("a\(number)") }
            }
        }
        try await open(keeping: 2) { store in
            // Old records go with the first change.
            try await store.accept("last")
            let left = try await store.page(ActionFilter(limit: 100)).actions
            #expect(left.map(\.status.id.description) == ["a1", "a4", "a5", "last"])
        }
    }

    @Test func listsByKindAndStateInPages() async throws {
        try await open { store in
            for number in 1...5 { try await store.accept("a\(number)") }
            try await store.end("a2")
            func ids(_ filter: ActionFilter) async throws -> [String] {
                try await store.page(filter).actions.map(\.status.id.description)
            }
            var next: Int64?
            for expected in [["a1", "a2"], ["a3", "a4"], ["a5"]] {
                let page = try await store.page(ActionFilter(after: next, limit: 2))
                #expect(page.actions.map(\.status.id.description) == expected)
                next = page.next
                #expect((next == nil) == (expected == ["a5"]))
            }
            #expect(try await ids(ActionFilter(state: "done", limit: 9)) == ["a2"])
            #expect(try await ids(ActionFilter(kind: "close", limit: 9)) == [])
            #expect(
                try await ids(ActionFilter(kind: "open", state: "waiting", limit: 9)).count == 4
            )
        }
    }

    @Test func purgingKeepsWhatHasNotEnded() async throws {
        try await open { store in
            for id in ["a", "b"] { try await store.accept(id) }
            try await store.end("a")
            #expect(try await store.purge() == 1)
            #expect(try await store.record("a") == nil)
            #expect(try await store.record("b") != nil)
        }
    }

    /// The launch's clock stands still while the machine sleeps.
    @Test func anActionThatExpiredInTheMachinesSleepDoesNotBegin() async throws {
        try await open { store in
            try await store.accept("a", expires: .seconds(30))
            try await store.accept("b", expires: .seconds(30))
            try await store.accept("c")
            try await store.attempt("b")
        }
        // As if it had slept for an hour.
        try folder.run("UPDATE action SET uptime = uptime - 3600000000")
        try await open { store in
            #expect(try await store.attempt("a") == .expired)
            // Its first attempt had begun in time.
            let (again, first) = (try await store.begin("b", 2), try await store.begin("c"))
            #expect(again != nil && first != nil)
        }
    }

    @Test func onlyItsUserMayReadTheFile() async throws {
        try await open { try await $0.accept("a") }
        var status = stat()
        #expect(stat(folder.actions, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }
}
