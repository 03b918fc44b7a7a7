import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink

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
    /// Tells whether it is read as what was written, also in what has no field.
    var isSame: @Sendable (JSONObject) throws -> Bool
}

extension Exchange {
    static let all = calls + replies + watchReplies + submitReplies + refusals

    private static let methods: [any LaunchMethod] =
        [
            Method.GetStatus(), Method.Watch(), Method.GetReport(), Method.GetReport(actions: 7),
            Method.PurgeActions(), Method.RetryAction("a1"), Method.RetryAction("a1", isOnce: true),
            Method.Backup("b1", offset: 7), Method.ListActions(),
            Method.ListActions(
                kind: "open-url",
                state: .done,
                after: "a1",
                count: 7,
                since: .seconds(1_790_000_000),
                isLatest: true
            ),
            Method.Explain("user-data"), Method.PauseQueue("main"), Method.ResumeQueue("main"),
            Method.Drain(), Method.Drain(includesWaiting: true),
            Method.CancelOperation("a", reason: "not wanted"), Method.GetAction("a1"),
            Method.CancelActions(["a1", "a2"], reason: "not wanted"),
            Method.RetryActions(["a1", "a2"], isOnce: true),
            Method.CancelAction("a1", reason: "not wanted"), Method.StartProgram("web"),
            Method.StopProgram("web"), Method.RestartProgram("web"), Method.ListPrograms(),
            Method.ListValues(), Method.ListKinds(),
            Method.ForgetValue("toggles"), Method.Reload(isDryRun: true),
            Method.Restart(isFull: true), Method.ListLaunches(count: 7, before: "8b383ac3"),
            Method.GetReport(launch: .back(2)), Method.GetReport(launch: .beginning("8b383ac3")),
        ]
        + ActionStatus.State.Word.allCases.map { Method.ListActions(state: $0) }
        + Method.Submit.Wait.allCases.flatMap { wait -> [any LaunchMethod] in
            [
                Method.WaitAction("a1", wait, timeout: .seconds(2)),
                Method.Submit(
                    kind: "open-url",
                    payload: ["url": "https://example.org"],
                    key: "k1",
                    wait: wait,
                    timeout: .seconds(2)
                ),
            ]
        }

    private static let calls = methods.map { call($0) }

    private static func call<Called: LaunchMethod>(_ method: Called) -> Exchange {
        Exchange(place: .input(Called.row.name), written: method.object()) {
            try Called(whole: $0).object()
        } isSame: {
            try Called(whole: $0) == method
        }
    }

    private static let later = Samples.offsets.processStart.advanced(by: .seconds(9))

    private static let replies: [Exchange] =
        Samples.phases.map { Exchange("GetReport", Method.GetReport.Reply(Samples.report($0))) }
        + Samples.runningReloads.map {
            Exchange("GetReport", Method.GetReport.Reply(Samples.report, reload: $0))
        }
        + [
            Exchange(
                "GetReport",
                Method.GetReport.Reply(
                    Samples.report,
                    counting: ActionCounts(["waiting": 7]),
                    ended: EndedActions([EndedActions.Key("open", .failed): 2]),
                    generation: 3,
                    summary: Samples.recorded[0],
                    remarks: Samples.remarks
                )
            ),
            Exchange("GetStatus", Method.GetStatus.Reply(Samples.status)),
            Exchange("Explain", Method.Explain.Reply(Samples.explanation)),
            Exchange(
                "Backup",
                BackupPart(
                    backup: "b1",
                    size: 9,
                    offset: 3,
                    bytes: [1, 2, 255],
                    folder: "2049:131"
                )
            ),
            Exchange("Reload", Samples.reload),
            Exchange("Restart", Method.Restart.Reply()),
            Exchange(
                "ListPrograms",
                Method.ListPrograms.Reply(Samples.programs, since: Samples.start)
            ),
            Exchange("ListLaunches", Method.ListLaunches.Reply(Samples.recorded)),
            Exchange("PurgeActions", Method.PurgeActions.Reply(7)),
            Exchange(
                "ListValues",
                Method.ListValues.Reply([
                    ListedValue(
                        operation: "toggles",
                        identity: "POST https://flags.example.org/ #1",
                        keptDate: .seconds(1_790_000_000),
                        size: 7
                    )
                ])
            ),
            Exchange(
                "ListKinds",
                Method.ListKinds.Reply([
                    DeclaredKind(
                        name: "open-url",
                        parameters: [
                            DeclaredKind.Parameter(
                                name: "url",
                                type: "string",
                                isRequired: true,
                                values: ["\"https://example.org\""],
                                words: "The page to open"
                            )
                        ]
                    )
                ])
            ),
            Exchange("ForgetValue", Method.ForgetValue.Reply(true)),
            Exchange("PauseQueue", Method.PauseQueue.Reply(true)),
            Exchange("ResumeQueue", Method.ResumeQueue.Reply(true)),
            Exchange("Drain", Method.Drain.Reply(waiting: 7)),
            Exchange("CancelOperation", Method.CancelOperation.Reply(true, state: "running")),
            Exchange("CancelAction", Method.CancelAction.Reply(true, state: "running")),
            Exchange("CancelActions", changedActions), Exchange("RetryActions", changedActions),
            Exchange("GetAction", actionReply), Exchange("GetAction", killedReply),
            Exchange(
                place: .output("ListActions"),
                written: page.object(Samples.offsets),
                reread: { try ActionPage(reply: .object($0), now: later).object(Samples.offsets) },
                isSame: { try ActionPage(reply: .object($0), now: later) == page }
            ),
        ]
        + ["StartProgram", "StopProgram", "RestartProgram"].map {
            Exchange(
                $0,
                ProgramReply(Samples.programs[1], changedFiles: ["/etc/slipway/shop.yaml"])
            )
        }

    private static let page = ActionPage(listed: Samples.listed, next: "a1", now: later)

    private static var actionReply: ActionReply {
        var reply = ActionReply(
            action: Samples.actions[0],
            sender: ActionSender(uid: 1000, pid: 7),
            calendar: Calendar()
        )
        reply.key = "k1"
        reply.payload = ["url": "https://example.org"]
        reply.retryOf = "a0"
        reply.result = HandlerResult(
            output: ["total": 3],
            exit: .status(3),
            lines: ["looking", "done"]
        )
        reply.acceptedDate = .seconds(1_700_000_000)
        reply.expiresDate = .seconds(1_700_000_030)
        reply.startedDate = .seconds(1_700_000_001)
        reply.endedDate = .seconds(1_700_000_002)
        return reply
    }

    private static var changedActions: ChangedActions {
        ChangedActions([
            ChangedAction("a1", kind: "open", changed: true, state: "cancelled"),
            ChangedAction(
                "a2",
                kind: "open",
                changed: true,
                state: "waiting",
                retry: ActionID("a3")
            ),
            ChangedAction("a4", refused: .noSuchAction("a4")),
        ])
    }

    private static var killedReply: ActionReply {
        var reply = actionReply
        reply.result.exit = .signal("SIGKILL")
        return reply
    }

    private static let watchReplies: [Exchange] = [
        WatchReply.launch(Samples.report), .operation(Samples.operations[0]),
        .action(Samples.actions[0]), .program(Samples.programs[3]),
        .phase(Samples.report.course),
    ].map { Exchange("Watch", $0) }

    private static let submitReplies: [Exchange] = ActionPolicy.Durability.allCases.flatMap {
        durability in
        var reply = SubmitReply(
            action: Samples.actions[3],
            isDuplicate: true,
            waitTimedOut: true,
            durability: durability,
            sentDate: .seconds(1_790_000_000)
        )
        let exit: ProgramExit = durability == .disk ? .status(3) : .signal("SIGKILL")
        reply.result = HandlerResult(output: "ok", exit: exit, lines: ["bye"])
        return ["Submit", "RetryAction", "WaitAction"].map { Exchange($0, reply) }
    }

    private init<Reply: Record & Equatable>(_ method: String, _ reply: Reply) {
        place = .output(method)
        written = reply.object(Samples.offsets)
        reread = { try Reply(.object($0), Samples.offsets).object(Samples.offsets) }
        isSame = { try Reply(.object($0), Samples.offsets) == reply }
    }

    private static let refusals: [Exchange] =
        [
            LaunchRefusal.unknownKind("opn", known: ["open"]),
            .invalidPayload(key: "url", reason: "is missing"),
            .payloadTooLarge(size: 70_000, limit: 65_536),
            .queueFull(limit: 1000, retryAfter: .seconds(2)),
            .queueFull(limit: 1000, share: 750, retryAfter: .seconds(2)),
            .conflict(key: "k", id: "a1"),
            .storeFailed(message: "disk full"), .storeSilent(id: "a1", message: "no answer"),
            .launchFailed(operation: "user-data", message: "HTTP 503"), .shuttingDown,
            .noSuchOperation("usr", nearest: "user-data"),
            .noSuchQueue("mian", known: ["main"]), .noSuchAction("a1"),
            .cannotRetry("a1", reason: "has not ended"), .cannotCopy("disk full"),
            .noValues(message: "disk full"), .noSuchLaunch("-7", message: "there are 3"),
            .observesOnly,
            .cannotReload("web: no database", faults: ["a.yaml:1:1: is empty"]),
            .alreadyRetried("a1", retry: "a2"), .ambiguousAction("a1", known: ["a1b", "a1c"]),
            .noSuchProgram("wbe", known: ["web"]), .programStarting("web"), .noKeys(uid: 65534),
            .programFailed("web", message: "exited with 1"),
            .notAllowed(.operate, uid: 1000, kind: nil),
            .notAllowed(.send, uid: 1000, kind: "open"),
            .notAllowed(.cancel, uid: 1000, kind: "open"),
            .notAllowed(.retry, uid: 1000, kind: "open"),
        ].map { refusal in
            Exchange(refusal.varlinkError) {
                LaunchRefusal($0)?.varlinkError
            } isSame: {
                LaunchRefusal($0) == refusal
            }
        }
        + [
            Exchange(WireFault.notAnObject.varlinkError) {
                MalformedCall($0)?.varlinkError
            } isSame: {
                MalformedCall($0) != nil
            }
        ]
        + [
            ConnectionRefusal.tooManyConnections(limit: 8, yours: 7),
            .tooManyWaiting(limit: 8, yours: 7),
        ].map { refusal in
            Exchange(refusal.varlinkError) {
                ConnectionRefusal($0)?.varlinkError
            } isSame: {
                ConnectionRefusal($0) == refusal
            }
        }

    private init(
        _ error: VarlinkError,
        reread: @escaping @Sendable (VarlinkError) -> VarlinkError?,
        isSame: @escaping @Sendable (VarlinkError) -> Bool
    ) {
        place = .error(VarlinkCall(error.name).member)
        written = error.parameters
        self.reread = { reread(VarlinkError(error.name, $0))?.parameters }
        self.isSame = { isSame(VarlinkError(error.name, $0)) }
    }
}
