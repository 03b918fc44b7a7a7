import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

struct LaunchValuesTests {
    private static let start = Instant(nanoseconds: 5_000_000_000_000)
    private static let offsets = Offsets(processStart: start)

    private static func at(_ microseconds: Int64) -> Instant {
        start.advanced(by: .microseconds(microseconds))
    }

    private static let operations: [OperationStatus] =
        [
            OperationStatus(name: "sdk-init", queue: .main),
            OperationStatus(
                name: "user-data",
                queue: .named("authentication"),
                isOptional: true,
                requires: ["sdk-init"],
                after: ["é"],
                state: .ready,
                readyAt: at(10)
            ),
            OperationStatus(
                name: "running",
                queue: .userInitiated,
                state: .running,
                readyAt: at(10),
                startedAt: at(20),
                releasedBy: "sdk-init",
                timeout: .milliseconds(1500)
            ),
            ended(.succeeded), ended(.degraded(reason: "cached, 3 days old")),
            ended(.failed(Failure(.error, "HTTP 503"))),
            ended(.failed(Failure(.timedOut, "no end within 5s"))),
            ended(.cancelled(reason: "the launch stops")), ended(.skipped(root: "sdk-init")),
            ended(.notNeeded(condition: "not flag 'beta'")),
            OperationStatus(
                name: "login",
                queue: .userInitiated,
                stage: .background,
                group: "outer",
                isGroup: true
            ),
            onDemand, retried,
        ] + obstacles

    private static var onDemand: OperationStatus {
        var status = OperationStatus(name: "page#2", queue: .main, stage: .background)
        status.addedAs = "page"
        status.action = ActionID("1f")
        status.isOnDemand = true
        return status
    }

    private static var retried: OperationStatus {
        var status = ended(.degraded(reason: "HTTP 503"))
        status.attemptLimit = 4
        status.attempt = 2
        status.attemptStartedAt = at(40)
        status.attempts = [
            .init(number: 1, startedAt: at(1), endedAt: at(20), failure: Failure(.timedOut, "5s")),
            .init(number: 2, startedAt: at(40), endedAt: at(50)),
        ]
        status.fallback = FallbackUse(source: "cache", age: .seconds(7200))
        status.lockWait = .init(lock: "database", duration: .milliseconds(3), holder: "migrate")
        return status
    }

    private static let obstacles = [
        OperationStatus.Obstacle.condition("flag 'beta'"), .lock("database", holder: "migrate"),
        .lock("database", holder: nil), .pause(nil), .pause(.named("authentication")),
        .backoff(until: at(99)), .fallback, .teardown("a"), .launch,
        .wait(for: .operation("migrate"), circle: "'waits' waits in its body for itself"),
        .wait(for: .action(ActionID("a1")), circle: nil), .wait(for: .launch, circle: nil),
    ].map { obstacle in
        var status = OperationStatus(name: "waits", queue: .main, state: .ready)
        status.obstacle = obstacle
        return status
    }

    private static func ended(_ outcome: Outcome) -> OperationStatus {
        OperationStatus(
            name: outcome.word,
            queue: .main,
            state: .ended(outcome),
            readyAt: at(0),
            startedAt: at(1),
            endedAt: at(1_000_000)
        )
    }

    private static let actions: [ActionStatus] = [
        ActionStatus.State.waiting(missing: ["user-data"]), .waiting(missing: []), .running, .done,
        .failed(Failure(.error, "exit 1"), operation: nil),
        .failed(Failure(.timedOut, "5s"), operation: "user-data"), .cancelled(reason: "asked"),
        .expired,
    ].enumerated().map { index, state in
        ActionStatus(
            id: ActionID("a\(index)"),
            kind: "open-url",
            queue: .main,
            requires: ["user-data"],
            state: state,
            acceptedAt: at(Int64(index)),
            endedAt: state.isEnded ? at(99) : nil
        )
    }

    private static let report = Report(
        name: "storefront",
        launchID: "0123456789abcdef",
        course: LaunchCourse(
            phase: .failed,
            launchedAt: at(900),
            readyAt: nil,
            endedAt: at(2_000_000),
            rootCauses: [
                RootCause(
                    operation: "sdk-init",
                    failure: Failure(.error, "no"),
                    skipped: ["a", "b"]
                ),
                RootCause(
                    operation: nil,
                    failure: Failure(.timedOut, "the deadline of 30s passed")
                ),
            ],
            isPaused: true,
            pausedQueues: [.main, .named("authentication")],
            pauses: [Pause(queue: .main, startedAt: at(10))]
        ),
        processStart: start,
        deadline: at(30_000_000),
        operations: operations,
        actions: actions
    )

    @Test func aReportComesBackAsItWas() throws {
        let text = JSON.object(Method.GetReport.Reply(Self.report).object()).compact
        #expect(try Method.GetReport.reply(JSON(parsing: text)).launch == Self.report)
    }

    @Test(
        arguments: [
            .starting, .ready(degraded: false), .ready(degraded: true), .stopping, .stopped,
            .failed,
        ] as [Phase]
    )
    func everyPhaseComesBack(phase: Phase) throws {
        var report = Self.report
        report.phase = phase
        let json = JSON.object(Method.GetReport.Reply(report).object())
        #expect(json["launch"]?["phase"]?.stringValue == phase.word)
        #expect(try Method.GetReport.reply(json).launch.phase == phase)
    }

    @Test func timesAreMicrosecondsSinceTheProcessStarted() {
        let json = Self.report.json
        #expect(json["processStartUSec"] == 5_000_000_000)
        #expect(json["launchedUSec"] == 900)
        #expect(json["readyUSec"] == nil)
        #expect(json.value(at: ["operations", "2", "startedUSec"]) == 20)
        #expect(json.value(at: ["operations", "2", "timeoutUSec"]) == 1_500_000)
    }

    @Test func writesAnOperationAsTheInterfaceDeclaresIt() {
        #expect(
            Self.operations[5].json(Self.offsets) == [
                "name": "failed", "queue": "main", "optional": false, "requires": [], "after": [],
                "state": "failed", "message": "HTTP 503", "failureKind": "error", "readyUSec": 0,
                "startedUSec": 1, "endedUSec": 1_000_000, "stage": "launch", "isGroup": false,
                "locks": [], "priority": 0, "attemptLimit": 1, "attempt": 0, "attempts": [],
            ]
        )
        #expect(
            Self.retried.json(Self.offsets) == [
                "name": "degraded", "queue": "main", "optional": false, "requires": [],
                "after": [], "state": "degraded", "message": "HTTP 503", "readyUSec": 0,
                "startedUSec": 1, "endedUSec": 1_000_000, "stage": "launch", "isGroup": false,
                "locks": [], "priority": 0, "attemptLimit": 4, "attempt": 2,
                "attemptStartedUSec": 40,
                "attempts": [
                    [
                        "number": 1, "startedUSec": 1, "endedUSec": 20, "message": "5s",
                        "failureKind": "timedOut",
                    ],
                    ["number": 2, "startedUSec": 40, "endedUSec": 50],
                ],
                "lockWait": ["lock": "database", "durationUSec": 3000, "holder": "migrate"],
                "fallback": ["source": "cache", "ageUSec": 7_200_000_000],
            ]
        )
    }

    @Test func anObstacleOfANewerDaemonIsNone() throws {
        var object = Self.operations[0].json(Self.offsets).objectValue ?? [:]
        object["obstacle"] = ["kind": "later", "why": 1]
        #expect(
            try OperationStatus(.object(object), Self.offsets) == Self.operations[0]
        )
    }

    @Test func actionsComeBackAsTheyWere() throws {
        let now = Instant(nanoseconds: 5_000_000)
        let listed = Self.actions.map { ListedAction($0) }
        let page = ActionPage(listed: listed, next: "a7", now: now)
        let json = JSON.object(page.object(Self.offsets))
        #expect(try ActionPage(reply: json, now: now) == page)
    }

    @Test(arguments: [Int64.min, .max])
    func aMomentThatCannotBeIsAFault(moment: Int64) {
        var object = ActionPage(listed: [], now: .now).object(Self.offsets)
        object["nowUSec"] = .integer(moment)
        #expect(throws: JSONFieldError.self) { try Method.ListActions.reply(.object(object)) }
    }

    @Test func anExplanationComesBackAsItWas() throws {
        let explanation = Explanation(
            subject: "open-url",
            state: "waiting",
            steps: [
                .init(name: "a1", relation: "subject", state: "waiting"),
                .init(
                    name: "user-data",
                    relation: "requires",
                    state: "running",
                    elapsed: .milliseconds(1200),
                    budget: .seconds(5),
                    detail: "attempt 2 of 5"
                ),
            ]
        )
        let json = JSON.object(Method.Explain.Reply(explanation).object())
        #expect(try Method.Explain.reply(json).explanation == explanation)
    }

    @Test func aSubmitReplyComesBackAsItWas() throws {
        let reply = SubmitReply(
            action: Self.actions[0],
            isDuplicate: true,
            waitTimedOut: true,
            durability: .disk
        )
        let json = JSON.object(reply.object(Self.offsets))
        #expect(try SubmitReply(json, Self.offsets) == reply)
    }

    @Test func watchingMakesTheReportThatItFollows() throws {
        var first = Self.report
        first.phase = .starting
        var now = first
        now.phase = .ready(degraded: true)
        now.readyAt = Self.at(77)
        now.rootCauses = []
        now.operations[0].state = .running
        now.actions.append(Self.actions[3])
        now.actions[now.actions.count - 1].id = ActionID("new")

        var fold = ReportFold()
        let replies: [WatchReply] = [
            .launch(first), .operation(now.operations[0]), .action(now.actions[8]),
            .phase(now.course),
        ]
        for reply in replies {
            let json = JSON.object(reply.object(Self.offsets))
            let read = try WatchReply(json, following: fold.report)
            #expect(read == reply)
            fold.apply(reply)
        }
        #expect(fold.report == now)
    }

    @Test func aReaderIgnoresWhatANewerDaemonAdds() throws {
        var object = Method.GetReport.Reply(Self.report).object()
        object["launch"] = .object(["later": 1] + (object["launch"]?.objectValue ?? [:]))
        #expect(try Method.GetReport.reply(.object(object)).launch == Self.report)
        #expect(try WatchReply(["queue": [:]], following: Self.report) == .unknown)
    }

    @Test func namesTheFieldThatIsNotWhatItShouldBe() {
        var object = Self.report.json.objectValue ?? [:]
        object["operations"] = [["name": 7]]
        let error = #expect(throws: JSONFieldError.self) {
            try Method.GetReport.reply(["launch": .object(object)]).launch
        }
        #expect(error?.path == "launch.operations[0].name")
    }

    @Test(arguments: [.integer(.max), .integer(.min), 1.5, "1"] as [JSON])
    func aTimeThatNoClockShowsIsAnErrorAndNoOverflow(time: JSON) {
        var object = Self.report.json.objectValue ?? [:]
        object["readyUSec"] = time
        #expect(throws: JSONFieldError.self) {
            try Method.GetReport.reply(["launch": .object(object)]).launch
        }
    }
}

extension JSONObject {
    fileprivate static func + (left: JSONObject, right: JSONObject) -> JSONObject {
        JSONObject(Array(left).map { ($0.key, $0.value) } + Array(right).map { ($0.key, $0.value) })
    }
}
