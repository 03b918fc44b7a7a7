import Slipway
import SlipwayClient
import SlipwayControlServer
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayDaemon
@testable import SlipwayHost

/// The daemon's service at its socket, in this process.
@Suite(.timeLimit(.minutes(10)))
struct LaunchServiceTests {
    @Test func everyMethodOfTheInterfaceHasAnAnswer() {
        let missing = Method.all.filter { !($0 is any AnsweredMethod.Type) }
        #expect(missing.map { $0.row.name } == [])
    }

    @Test func aStatusIsASummaryAndAReportIsEverything() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            try await eventually("the operation runs") {
                let reply = try await served.call(Method.GetStatus())
                return reply.status.operations[.running] == 1
            }
            let status = try await served.call(Method.GetStatus()).status
            let report = try await served.call(Method.GetReport()).launch
            #expect(status.name == "test")
            #expect(status.phase == .starting)
            #expect(status.waitsFor.map(\.name) == ["hold"])
            #expect(report.operations.map(\.name) == ["hold"])
            #expect(status.launchID == report.launchID)
        }
    }

    /// A kind that nobody has sent yet says what it would wait for.
    @Test func aKindIsExplainedAlsoWithoutAnAction() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let later = try await served.call(Method.Explain("later")).explanation
            #expect(later.state == "idle")
            #expect(later.steps.map(\.name) == ["later", "hold"])
            let now = try await served.call(Method.Explain("now")).explanation
            #expect(
                now.steps.map(\.detail)
                    == ["no action of this kind is known; a new one would run at once"]
            )
            await #expect(
                throws: ControlClientError.refused(
                    LaunchRefusal.noSuchOperation("latre", nearest: "later").varlinkError
                )
            ) { try await served.call(Method.Explain("latre")) }
        }
    }

    @Test(arguments: [false, true])
    func anActionIsExplainedByTheBeginningOfItsIdentity(isDurable: Bool) async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater, isDurable: isDurable)
        try await served.run {
            let id = try await served.submit(Method.Submit(kind: "later")).action.id.description
            let explanation = try await served.call(Method.Explain(String(id.prefix(8))))
                .explanation
            #expect(explanation.steps.map(\.name) == [id, "hold"])
            let beginning = id.hasPrefix("dead") ? "beef" : "dead"
            let refusal = LaunchRefusal.noSuchOperation(beginning, nearest: nil)
            await #expect(throws: ControlClientError.refused(refusal.varlinkError)) {
                try await served.call(Method.Explain(beginning))
            }
        }
    }

    @Test func aListOfAKindThatIsNotDeclaredIsRefused() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let refusal = LaunchRefusal.unknownKind("nope", known: ["now", "later"])
            await #expect(throws: ControlClientError.refused(refusal.varlinkError)) {
                try await served.call(Method.ListActions(kind: "nope"))
            }
            let page = try await served.call(Method.ListActions(kind: "now"))
            #expect(page.actions == [])
        }
    }

    @Test(arguments: Method.Submit.Wait.allCases)
    func aSenderGetsWhatItWaitsFor(wait: Method.Submit.Wait) async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let reply = try await served.submit(Method.Submit(kind: "now", wait: wait))
            #expect(!reply.waitTimedOut)
            switch wait {
            case .accepted: break
            case .running: #expect(reply.action.rank >= 1)
            case .done: #expect(reply.action.state == .done)
            }
            #expect(served.senders.count == 0)
        }
    }

    @Test func aWaitThatTimesOutIsNoFailureAndLeavesNothing() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let reply = try await served.submit(
                Method.Submit(kind: "later", wait: .done, timeout: .milliseconds(20))
            )
            #expect(reply.waitTimedOut)
            #expect(reply.action.state == .waiting(missing: ["hold"]))
            #expect(served.senders.count == 0)
            try await eventually("no timer is left") { await served.senders.timerCount == 0 }
        }
    }

    @Test func aTimerGoesWithItsWait() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        // The longest timeout that is accepted.
        let request = Method.Submit(
            kind: "later",
            key: "k",
            wait: .done,
            timeout: .seconds(1_000_000_000)
        )
        try await served.run {
            await #expect(throws: ControlClientError.self) {
                try await served.call(request, timeout: .milliseconds(20))
            }
            try await eventually("its caller has left") { served.senders.count == 0 }
            try await eventually("its timer is gone") { await served.senders.timerCount == 0 }

            async let staying = served.submit(request)
            try await eventually("it waits") { await served.senders.timerCount == 1 }
            served.letGo()
            let reply = try await staying
            #expect(reply.action.state == .done)
            #expect(reply.isDuplicate)
            try await eventually("its timer is gone too") { await served.senders.timerCount == 0 }
        }
    }

    @Test func aStopBeforeTheLaunchBeginsIsTheEndOfEveryWaitToo() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        async let waiting = served.submit(Method.Submit(kind: "later", wait: .done))
        try await eventually("it waits") { served.senders.count == 1 }
        served.launch.stop()
        try await served.run {}
        let state = try await waiting.action.state
        #expect(state == .cancelled(reason: "asked to stop"))
    }

    @Test func theLaunchsEndIsTheEndOfEveryWait() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        async let waiting = served.submit(Method.Submit(kind: "later", wait: .done))
        async let watching = served.watch { _ in true }
        try await served.run {
            try await eventually("both wait") {
                served.senders.count == 1 && served.watchers.count == 1
            }
        }
        #expect(try await waiting.action.state.isEnded)
        #expect(try await watching?.phase == .stopped)
        #expect(served.watchers.count == 0)
    }

    @Test func watchersSeeTheSameLaunchWithoutAGap() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            try await withThrowingTaskGroup(of: Report?.self) { watchers in
                for _ in 0..<10 {
                    watchers.addTask { try await served.watch { $0.phase == .starting } }
                }
                try await served.submit(100, Method.Submit(kind: "now", wait: .done))
                served.letGo()
                for try await report in watchers {
                    #expect(report?.phase == .ready(degraded: false))
                    #expect(report?.operations.map(\.state) == [.ended(.succeeded)])
                    #expect(report?.actions.count == 100)
                    #expect(report?.actions.allSatisfy { $0.state == .done } == true)
                }
            }
            try await eventually("nobody is left") { served.watchers.count == 0 }
        }
    }

    @Test func aWatcherWhoDoesNotReadIsCutOffAndForgotten() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let deaf = try DeafWatcher(of: served.socket)
            try await eventually("it watches") { served.watchers.count == 1 }
            try await eventually("it was cut off") {
                try await served.submit(100, Method.Submit(kind: "now", wait: .done))
                return served.watchers.count == 0
            }
            withExtendedLifetime(deaf) {}
        }
    }

    @Test func aKeyIsTheSameActionAlsoOnceTheLaunchHasLetItGo() async throws {
        let served = try ServedLaunch(ServedLaunch.nowAndLater)
        try await served.run {
            let keyed = Method.Submit(kind: "now", payload: ["a": 1], key: "k", wait: .done)
            let first = try await served.submit(keyed)
            try await served.submit(600, Method.Submit(kind: "now", wait: .done))
            #expect(served.launch.action(first.action.id) == nil)
            let again = try await served.submit(keyed)
            #expect(again.isDuplicate)
            #expect(again.action.id == first.action.id)
            #expect(again.action.state == .done)
            var other = keyed
            other.payload = ["a": 2]
            let conflict = LaunchRefusal.conflict(key: "k", id: first.action.id.description)
            await #expect(throws: ControlClientError.refused(conflict.varlinkError)) {
                try await served.call(other)
            }
        }
    }
}
