import Slipway
import SlipwayControl
import SlipwayJSON
import SlipwayRecords

/// JSON that one side writes and the other reads: the parameters of a call, a reply or an error.
struct Exchange: Sendable {
    /// The declaration that its fields belong to.
    enum Place: Hashable, Sendable {
        case input(String)
        case output(String)
        case error(String)
    }

    var place: Place
    var written: JSONObject
    /// Reads `written` and writes it again; `nil` if it cannot be read.
    var reread: @Sendable (JSONObject) throws -> JSONObject?
}

extension Exchange {
    static let all = calls + replies + watchReplies + submitReplies + refusals

    private static let calls: [Exchange] =
        [
            LaunchCall.getStatus, .watch, .getReport, .report(actions: 7), .purgeActions,
            .retryAction(id: "a1"),
            .retryAction(id: "a1", isOnce: true),
            .backup("b1", offset: 7),
            .listActions(ActionListing()),
            .listActions(
                ActionListing(
                    kind: "open-url",
                    state: "done",
                    after: "a1",
                    count: 7,
                    since: .seconds(1_790_000_000),
                    isLatest: true
                )
            ),
            .explain(name: "user-data"),
            .pauseQueue("main"), .resumeQueue("main"),
            .cancelOperation(name: "a", reason: "not wanted"), .getAction(id: "a1"),
            .cancelAction(id: "a1", reason: "not wanted"), .startProgram("web"),
            .stopProgram("web"), .restartProgram("web"),
        ].map(Exchange.init)
        + SubmitRequest.Wait.allCases.map { wait in
            Exchange(.waitAction(id: "a1", wait: wait, timeout: .seconds(2)))
        }
        + SubmitRequest.Wait.allCases.map { wait in
            Exchange(
                .submit(
                    SubmitRequest(
                        kind: "open-url",
                        payload: ["url": "https://example.org"],
                        key: "k1",
                        wait: wait,
                        timeout: .seconds(2)
                    )
                )
            )
        }

    private init(_ call: LaunchCall) {
        place = .input(VarlinkCall(call.method).member)
        written = call.parameters
        reread = { try LaunchCall(VarlinkCall(call.method, $0)).parameters }
    }

    private static let later = Samples.offsets.processStart.advanced(by: .seconds(9))

    private static let replies: [Exchange] =
        Samples.phases.map { phase in
            Exchange(output: "GetReport", LaunchReply.launch(Samples.report(phase))) {
                LaunchReply.launch(try LaunchReply.launch(in: .object($0)))
            }
        } + [
            Exchange(
                output: "GetReport",
                LaunchReply.launch(Samples.report, counting: ActionCounts(["waiting": 7]))
            ) {
                LaunchReply.launch(
                    try LaunchReply.launch(in: .object($0)),
                    counting: try LaunchReply.counts(in: .object($0))
                )
            },
            Exchange(output: "GetStatus", LaunchReply.status(Samples.status)) {
                LaunchReply.status(try LaunchReply.status(in: .object($0)))
            },
            Exchange(output: "Explain", LaunchReply.explanation(Samples.explanation)) {
                LaunchReply.explanation(try LaunchReply.explanation(in: .object($0)))
            },
            Exchange(
                output: "ListActions",
                ActionPage(listed: Samples.listed, next: "a1").parameters(
                    Samples.offsets,
                    at: later
                )
            ) {
                try ActionPage(.object($0), now: later).parameters(Samples.offsets, at: later)
            },
            Exchange(
                output: "Backup",
                BackupPart(backup: "b1", size: 9, offset: 3, bytes: [1, 2, 255]).parameters
            ) {
                try BackupPart(.object($0)).parameters
            },
            Exchange(output: "PurgeActions", LaunchReply.purged(7)) {
                LaunchReply.purged(try LaunchReply.purged(in: .object($0)))
            },
        ]
        + [actionReply]
        + ["StartProgram", "StopProgram", "RestartProgram"].map { method in
            let program = Samples.programs[1]
            return Exchange(output: method, LaunchReply.program(program, Offsets())) {
                LaunchReply.program(try LaunchReply.program(in: .object($0)), Offsets())
            }
        }
        + ["CancelOperation", "CancelAction"].map { method in
            Exchange(output: method, LaunchReply.cancelled(true, state: "running")) {
                LaunchReply.cancelled(
                    try LaunchReply.changed(in: .object($0)),
                    state: try LaunchReply.state(in: .object($0))
                )
            }
        }
        + ["PauseQueue", "ResumeQueue"].map { method in
            Exchange(output: method, LaunchReply.changed(true)) {
                LaunchReply.changed(try LaunchReply.changed(in: .object($0)))
            }
        }

    private static var actionReply: Exchange {
        var reply = ActionReply(
            action: Samples.actions[0],
            sender: ActionSender(uid: 1000, pid: 7),
            calendar: Calendar()
        )
        reply.key = "k1"
        reply.payload = ["url": "https://example.org"]
        reply.retryOf = "a0"
        reply.acceptedDate = .seconds(1_700_000_000)
        reply.startedDate = .seconds(1_700_000_001)
        reply.endedDate = .seconds(1_700_000_002)
        return Exchange(output: "GetAction", reply.parameters(Samples.offsets)) {
            try ActionReply(.object($0), Samples.offsets).parameters(Samples.offsets)
        }
    }

    private static let watchReplies: [Exchange] = [
        WatchReply.launch(Samples.report), .operation(Samples.operations[0]),
        .action(Samples.actions[0]), .program(Samples.programs[3]),
        .phase(PhaseChange(Samples.report)),
    ].map { reply in
        Exchange(output: "Watch", reply.parameters(Samples.offsets)) {
            try WatchReply.read(.object($0), following: Samples.report)?
                .parameters(Samples.offsets)
        }
    }

    private static let submitReplies: [Exchange] = Durability.allCases.flatMap { durability in
        let reply = SubmitReply(
            action: Samples.actions[3],
            isDuplicate: true,
            waitTimedOut: true,
            durability: durability,
            sentDate: .seconds(1_790_000_000)
        )
        return ["Submit", "RetryAction", "WaitAction"].map { method in
            Exchange(output: method, reply.parameters(Samples.offsets)) {
                try SubmitReply(.object($0), Samples.offsets).parameters(Samples.offsets)
            }
        }
    }

    private init(
        output method: String,
        _ written: JSONObject,
        reread: @escaping @Sendable (JSONObject) throws -> JSONObject?
    ) {
        place = .output(method)
        self.written = written
        self.reread = reread
    }

    private static let refusals: [Exchange] =
        [
            LaunchRefusal.unknownKind("opn", known: ["open"]),
            .invalidPayload(key: "url", reason: "is missing"),
            .payloadTooLarge(size: 70_000, limit: 65_536),
            .queueFull(limit: 1000, retryAfter: .seconds(2)),
            .queueFull(limit: 1000, share: 750, retryAfter: .seconds(2)),
            .conflict(key: "k", id: "a1"),
            .storeFailed(message: "disk full"),
            .launchFailed(operation: "user-data", message: "HTTP 503"), .shuttingDown,
            .noSuchOperation("usr", nearest: "user-data"),
            .noSuchQueue("mian", known: ["main"]), .noSuchAction("a1"),
            .cannotRetry("a1", reason: "has not ended"), .cannotCopy("disk full"), .observesOnly,
            .alreadyRetried("a1", retry: "a2"), .ambiguousAction("a1", known: ["a1b", "a1c"]),
            .noSuchProgram("wbe", known: ["web"]), .programStarting("web"), .noKeys(uid: 65534),
            .programFailed("web", message: "exited with 1"),
            .notAllowed(.operate, uid: 1000, kind: nil),
            .notAllowed(.send, uid: 1000, kind: "open"),
            .notAllowed(.cancel, uid: 1000, kind: "open"),
            .notAllowed(.retry, uid: 1000, kind: "open"),
        ].map { refusal in
            Exchange(refusal.varlinkError) { LaunchRefusal($0)?.varlinkError }
        }
        + [Exchange(WireFault.notAnObject.varlinkError) { $0 }]
        + [
            ConnectionRefusal.tooManyConnections(limit: 8, yours: 7),
            .tooManyWaiting(limit: 8, yours: 7),
        ].map { refusal in
            Exchange(refusal.varlinkError) { ConnectionRefusal($0)?.varlinkError }
        }

    private init(_ error: VarlinkError, reread: @escaping @Sendable (VarlinkError) -> VarlinkError?)
    {
        place = .error(VarlinkCall(error.name).member)
        written = error.parameters
        self.reread = { reread(VarlinkError(error.name, $0))?.parameters }
    }
}
