import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayVarlink
import Testing

struct TimeRecordTests {
    private static func at(_ milliseconds: Int64) -> Instant { Samples.at(milliseconds * 1000) }

    private static func operation(
        _ name: String,
        _ queue: Queue,
        _ outcome: Outcome = .succeeded,
        requires: [String] = [],
        times: [Int64?]
    ) -> OperationStatus {
        OperationStatus(
            name: name,
            queue: queue,
            requires: requires,
            state: .ended(outcome),
            readyAt: times[0].map(at),
            startedAt: times[1].map(at),
            endedAt: times[2].map(at)
        )
    }

    private static func report(_ phase: Phase, _ operations: [OperationStatus]) -> Report {
        Report(
            name: "storefront",
            launchID: "l1",
            course: LaunchCourse(
                phase: phase,
                launchedAt: at(12),
                readyAt: phase == .failed ? nil : at(980)
            ),
            processStart: Samples.start,
            operations: operations
        )
    }

    private static let ready = report(
        .ready(degraded: false),
        [
            operation("sdk-init", .main, times: [12, 12, 410]),
            operation("user-data", .userInitiated, times: [12, 14, 826]),
            operation(
                "feature-toggles",
                .userInitiated,
                requires: ["sdk-init"],
                times: [410, 410, 980]
            ),
        ]
    )

    private static let failed = report(
        .failed,
        [
            operation(
                "sdk-init",
                .main,
                .failed(Failure(.timedOut, "over 388ms")),
                times: [12, 12, 400]
            ),
            operation(
                "feature-toggles",
                .userInitiated,
                .skipped(root: "sdk-init"),
                requires: ["sdk-init"],
                times: [nil, nil, 400]
            ),
        ]
    )

    @Test func timeIsInMicroseconds() {
        #expect(
            Self.ready.timeSummary(at: Self.at(2000)).json == [
                "phase": "ready", "totalUSec": 980_000, "beforeLaunchUSec": 12_000,
                "operations": 3, "ended": 3, "troubles": [],
                "queues": [
                    ["name": "main", "operations": 1, "busyUSec": 398_000, "runUSec": 398_000],
                    [
                        "name": "userInitiated", "operations": 2, "busyUSec": 966_000,
                        "runUSec": 1_382_000,
                    ],
                ],
                "programs": [],
            ]
        )
    }

    @Test func programsAreThoseOfAReport() {
        let json = Samples.report.timeSummary().json
        #expect(json["programs"] == Samples.report.json["programs"])
        #expect(json["programs"]?[0]?["startedUSec"] == 6)
        #expect(json["programs"]?[0]?["readyUSec"] == 7)
    }

    @Test func troublesAreToldInTheWordsOfOperations() {
        #expect(
            Self.failed.timeSummary().json["troubles"] == [
                ["state": "failed", "failureKind": "timedOut", "count": 1],
                ["state": "skipped", "count": 1],
            ]
        )
        var report = Self.failed
        report.operations[0].state = .ended(.failed(Failure(.error, "exit status 3")))
        #expect(
            report.timeSummary().json["troubles"]?[0] == [
                "state": "failed", "failureKind": "error", "count": 1,
            ]
        )
    }

    @Test func blameLeavesOutWhatIsNotKnown() {
        #expect(
            Self.failed.blame(at: Self.at(2000)).map(\.json) == [
                [
                    "name": "sdk-init", "queue": "main", "state": "failed", "optional": false,
                    "waitUSec": 0, "runUSec": 388_000, "attempt": 0,
                ],
                [
                    "name": "feature-toggles", "queue": "userInitiated", "state": "skipped",
                    "optional": false, "attempt": 0,
                ],
            ]
        )
    }

    @Test func blameTellsAttemptsAndLocksAsAnOperationDoes() throws {
        var operation = Samples.operations[4]
        operation.isGroup = false
        let report = Self.report(.ready(degraded: true), [operation])
        let entry = try #require(report.blame().first?.json)
        let record = operation.json(Samples.offsets)
        for field in ["name", "queue", "state", "optional", "attempt", "lockWait"] {
            #expect(entry[field] != nil)
            #expect(entry[field] == record[field])
        }
        #expect(entry["backoffUSec"] == 20)
    }

    @Test func theChainTellsLocksFromQueues() {
        var report = Self.ready
        report.operations[2].readyAt = Self.at(110)
        report.operations[2].lockWait = .init(
            lock: "cache",
            duration: .milliseconds(300),
            holder: "sdk-init"
        )
        #expect(
            report.criticalChain().first?.json == [
                "name": "feature-toggles", "queue": "userInitiated", "state": "succeeded",
                "startedUSec": 410_000, "waitUSec": 300_000, "runUSec": 570_000, "attempt": 0,
                "lockWait": ["lock": "cache", "durationUSec": 300_000, "holder": "sdk-init"],
                "cause": ["kind": "lock", "lock": "cache", "holder": "sdk-init"],
                "parts": [
                    [
                        "kind": "run", "operation": "feature-toggles", "attempt": 1,
                        "startUSec": 410_000, "durationUSec": 570_000,
                    ]
                ],
            ]
        )
        var step = ChainStep(
            name: "a",
            queue: .main,
            state: .running,
            cause: .queue(holder: "b")
        )
        #expect(step.json["cause"] == ["kind": "queue", "holder": "b"])
        step.cause = .launch
        #expect(step.json["cause"] == ["kind": "launch"])
    }

    @Test func theChainNamesWhatEachStepStartedAfter() {
        #expect(
            Self.ready.criticalChain().map(\.json) == [
                [
                    "name": "feature-toggles", "queue": "userInitiated", "state": "succeeded",
                    "startedUSec": 410_000, "waitUSec": 0, "runUSec": 570_000, "attempt": 0,
                    "cause": ["kind": "operation", "operation": "sdk-init"],
                    "parts": [
                        [
                            "kind": "run", "operation": "feature-toggles", "attempt": 1,
                            "startUSec": 410_000, "durationUSec": 570_000,
                        ]
                    ],
                ],
                [
                    "name": "sdk-init", "queue": "main", "state": "succeeded",
                    "startedUSec": 12_000, "waitUSec": 0, "runUSec": 398_000, "attempt": 0,
                    "cause": ["kind": "launch"],
                    "parts": [
                        ["kind": "before-launch", "startUSec": 0, "durationUSec": 12_000],
                        [
                            "kind": "run", "operation": "sdk-init", "attempt": 1,
                            "startUSec": 12_000, "durationUSec": 398_000,
                        ],
                    ],
                ],
            ]
        )
    }
}
