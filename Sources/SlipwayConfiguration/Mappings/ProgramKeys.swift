internal import Slipway
internal import SlipwayJSON

/// The keys of an operation that starts a program, which no other operation has.
struct ProgramKeys {
    private let ended: Field?
    private let restart: Field?
    private let exitStatus: Field?
    private let beforeGivingUp: Field?
    private let dependents: Field?
    private let watchdog: Field?
    private let health: Field?
    private let sockets: Field?
    private let replace: Field?
    private let reload: Field?

    /// Declares the keys; `program` is the program that is compared, if one is.
    init(_ keys: inout Keys, _ program: ProgramSpecification?) {
        keys.begin(part: "Programs", Self.manual)
        (ended, restart, exitStatus, beforeGivingUp, dependents) = Self.ends(&keys, program)
        (watchdog, health, sockets) = Self.runs(&keys, program)
        (replace, reload) = Self.reloads(&keys, program)
        keys.constrain(Self.constraints)
    }

    /// Declares the keys about the end of the program.
    private static func ends(
        _ keys: inout Keys,
        _ program: ProgramSpecification?
    ) -> (
        ended: Field?, restart: Field?, exitStatus: Field?, beforeGivingUp: Field?,
        dependents: Field?
    ) {
        let ended = keys.field("ended", .ended, usual: "`fail`, of an optional one `degrade`")
            .compares([program?.ended], .isOfEnd)
            .means(
                "What follows when a program ends that was not asked to. "
                    + "`fail`: the launch fails, and with it the service, which systemd restarts; "
                    + "not for an optional one. `restart`: it is started again after growing pauses "
                    + "(see `restart`); the launch is degraded meanwhile, and if they are used up "
                    + "it fails, or stays degraded if the program is optional. `degrade`: the "
                    + "launch goes on without it, degraded. `stop`: the service has done its work: it ends, "
                    + "well after a `success`; after another end the launch fails, or goes on degraded "
                    + "if the program is optional.",
                example: "restart",
                limits: Self.limits
            )
        let restart = keys.field(
            "restart",
            .mapping(RestartSpecification.self),
            usual: "after 1 s, 2 s, 4 s … up to a minute, five times in ten minutes"
        )
        .compares(
            [program?.restarts ?? RestartLimits(), program?.includesFirstStart],
            .isOfEnd
        )
        .means(
            "With `ended: restart`, how often it is started again, and after what pauses.",
            example: "{ attempts: 3, within: 1h }",
            limits: Self.limits
        )
        keys.compare("success", [program?.end.success], .isOfEnd)
        let exitStatus = keys.field(
            "exitStatus",
            .words(ProgramEnd.ExitStatus.allCases.map(\.rawValue)),
            usual: "`usual`"
        )
        .compares([program?.end.exitStatus], .isOfEnd)
        .means(
            "The status of slipwayd when the service ends because this program did. `usual`: 0 after a "
                + "success, otherwise 1. `own`: the program's own, of one that a signal ended 128 more than "
                + "the signal's number; but a failure is never 0. The units that come with Slipway do not "
                + "start a service again after 0, 64, 65 and 78, and always after 75.",
            example: "own",
            limits: Self.limits
        )
        let beforeGivingUp = keys.field("beforeGivingUp", .completeExec, usual: "nothing")
            .compares([program?.beforeGivingUp], .isTakenOver)
            .means(
                "Run once the program has failed and is not started again, before the launch fails or goes "
                    + "on without it; not after a `success`, nor when a stop ends the program, nor when a first "
                    + "start fails without `restart: { firstStart: true }`. It has "
                    + "`LAUNCH_REASON` and `LAUNCH_RESTARTS` in its environment, and the `grace`; its own "
                    + "failure is added to the reason.",
                example: "[/usr/bin/logger, -t, shop, the web server is down]",
                limits: Self.limits
            )
        let dependents = keys.field(
            "dependents",
            .words(ProgramEnd.Dependents.allCases.map(\.rawValue)),
            usual: "`kept`"
        )
        .compares([program?.end.dependents], .isOfEnd)
        .means(
            "What becomes of the programs that require this one, directly or through others, when it is "
                + "started again after it was ready. `kept`: they go on. `restarted`: once it is ready. "
                + "`stopped`: they are ended when it ends, and started again once it is ready. Each waits "
                + "until those that it requires are ready; steps are not run again.",
            example: "restarted",
            limits: Self.limits
        )
        return (ended, restart, exitStatus, beforeGivingUp, dependents)
    }

    /// Declares `watchdog`, `health` and `sockets`.
    private static func runs(
        _ keys: inout Keys,
        _ program: ProgramSpecification?
    ) -> (watchdog: Field?, health: Field?, sockets: Field?) {
        let watchdog = keys.field("watchdog", .duration(Self.shortestWatchdog), usual: "for ever")
            // The program was told how often to ping when it was started.
            .compares([program?.watchdog], .isTakenOverIfLonger)
            .means(
                "How long a program with `ready: notify` may be silent before it counts as hanging: "
                    + "it gets `WATCHDOG_USEC`, and without a ping for so long it is ended, which "
                    + "counts as an exit; time in which the daemon did not run does not count, nor does silence once "
                    + "its notify socket was removed.",
                example: "10s",
                limits: Self.limits
            )
        let health = keys.field("health", .mapping(HealthSpecification.self), usual: "no checks")
            .compares([program?.health], .isTakenOver)
            .means(
                "How a program that hangs is found: a check, asked again and again.",
                example: "{ http: \"http://localhost:8080/health\", every: 10s }",
                limits: Self.limits
            )
        let sockets = keys.field("sockets", .sockets, usual: "none")
            .compares([program?.sockets])
            .means(
                "The activation sockets that a program gets, as sd_listen_fds(3) expects, by the "
                    + "names that systemd gives them (`FileDescriptorName=`), in this order.",
                example: "[http]",
                limits: Self.limits
            )
        return (watchdog, health, sockets)
    }

    /// Declares `replace` and `reload`.
    private static func reloads(
        _ keys: inout Keys,
        _ program: ProgramSpecification?
    ) -> (replace: Field?, reload: Field?) {
        let replace = keys.field(
            "replace",
            .words(ProgramSpecification.Replacement.allCases.map(\.rawValue)),
            usual: "`stopFirst`"
        )
        .compares([program?.replace], .isTakenOver)
        .means(
            "How a reload brings a changed program in. `stopFirst`: the old one is ended, with what depends "
                + "on it, and then the new one started. `overlap`: the new one is started beside it, and "
                + "the old one ended once all of the new generation is ready; for programs of which two can "
                + "run at a time, such as servers with an activation socket. Its `ready` has to be the new one's own sign: "
                + "`notify`, `{ line: … }`, `started`, or `socket:PATH` of a socket that it makes itself; not `tcp` or "
                + "`http`, where the old one would answer. One of which only keys changed "
                + "that say how it is watched or ended, such as `health`, `stop` or `ended`, is not replaced: "
                + "it goes on, and the new ones count.",
            example: "overlap",
            limits: Self.limits
        )
        let reload = keys.field(
            "reload",
            .mapping(ReloadSpecification.self),
            usual: "it is started again"
        )
        // A changed `reload` changes nothing of what runs.
        .compares([])
        .means(
            "What a program gets in place of a restart when a reload finds that nothing but its files "
                + "has changed: those named here, and its `environmentFiles`.",
            example: "{ signal: HUP, files: [/etc/shop/web.conf] }",
            limits: Self.limits
        )
        return (replace, reload)
    }

    /// Reports each of these keys, with the reason why the operation cannot have it.
    func refuse(_ reason: String, _ decoder: ConfigurationDecoder) {
        decoder.refuse(
            [
                ended, restart, exitStatus, beforeGivingUp, dependents, watchdog, health, sockets,
                replace, reload,
            ],
            reason
        )
    }

    /// Reads the keys of a program.
    func read(
        _ ready: ProgramSpecification.Ready,
        isOptional: Bool,
        success: Field?,
        _ decoder: ConfigurationDecoder
    ) -> ProgramSpecification {
        var program = ProgramSpecification(ready: ready)
        let ended = end(isOptional: isOptional, decoder)
        let restarts = restarts(after: ended, decoder)
        program.end.policy = ended.policy(restarts.limits)
        program.includesFirstStart = restarts.includesFirstStart
        readEnd(of: &program, isOptional: isOptional, success: success, decoder)
        program.watchdog = watchdog.flatMap { self.watchdog($0, ready, decoder) }
        program.health = health.flatMap { decoder.mapping($0) }
        program.sockets = sockets.map { decoder.sockets($0) } ?? []
        program.replace =
            replace.flatMap { decoder.choice($0, ProgramSpecification.Replacement.self) }
            ?? .stopFirst
        decoder.checkOverlap(of: program, replace)
        program.reload = reload.flatMap { decoder.mapping($0) }
        return program
    }

    /// The restarts of a program; reports `restart` if its end is not followed by restarts.
    private func restarts(
        after end: ProgramSpecification.End,
        _ decoder: ConfigurationDecoder
    ) -> RestartSpecification {
        let read = restart.map { Kind<RestartSpecification>.restart.read(decoder, $0) }
        guard end != .restart else {
            return (read ?? decoder.defaults.restart) ?? RestartSpecification()
        }
        if let restart, ForeignWords.restart(restart) == nil {
            decoder.report(
                "is for programs that are restarted; add ended: restart, or remove it",
                at: restart.keyOrigin,
                restart.path
            )
        }
        return RestartSpecification()
    }

    private func end(
        isOptional: Bool,
        _ decoder: ConfigurationDecoder
    ) -> ProgramSpecification.End {
        let usual = decoder.defaults.ended
        let otherwise =
            (isOptional && usual == .fail ? nil : usual) ?? (isOptional ? .degrade : .fail)
        if let ended, ended.isMapping {
            decoder.report(
                "is one word; write ended: restart, and restart: { … } beside it",
                at: ended.node.origin,
                ended.path
            )
            return otherwise
        }
        guard let ended, let end = decoder.choice(ended, ProgramSpecification.End.self) else {
            return otherwise
        }
        if isOptional, end == .fail {
            decoder.report(
                "the launch goes on without an optional program; write restart, degrade or stop",
                at: ended.node.origin,
                ended.path
            )
        }
        return end
    }

    /// Reads `success`, `exitStatus`, `dependents` and `beforeGivingUp`.
    private func readEnd(
        of program: inout ProgramSpecification,
        isOptional: Bool,
        success: Field?,
        _ decoder: ConfigurationDecoder
    ) {
        if let success {
            program.end.success =
                decoder.success(success, ofProgram: true) ?? program.end.success
            if !program.end.policy.allowsSuccess {
                decoder.refuse(
                    [success],
                    "counts with ended: stop, or with restart: { when: failure }; every other end of a "
                        + "program that stays is one that was not asked for: remove it"
                )
            }
        }
        if let exitStatus,
            let status = decoder.choice(exitStatus, ProgramEnd.ExitStatus.self)
        {
            program.end.exitStatus = status
            let endsService = program.ended != .degrade && (!isOptional || program.ended == .stop)
            if !endsService {
                decoder.refuse(
                    [exitStatus],
                    "counts only if the service ends with the program, but the service goes on "
                        + "without this one; remove the key"
                )
            }
        }
        program.end.dependents =
            dependents.flatMap { decoder.choice($0, ProgramEnd.Dependents.self) } ?? .kept
        program.beforeGivingUp = beforeGivingUp.flatMap {
            Kind<ExecSpecification>.exec(.lastStep).read(decoder, $0)
        }
    }

    private func watchdog(
        _ field: Field,
        _ ready: ProgramSpecification.Ready,
        _ decoder: ConfigurationDecoder
    ) -> Duration? {
        if ready != .notify {
            decoder.report(
                "is for programs with ready: notify, which say that they are alive; write that, or "
                    + "use health",
                at: field.keyOrigin,
                field.path
            )
        }
        return decoder.duration(field, Self.shortestWatchdog)
    }

    private static let manual = """
        With `ready`, an `exec` operation starts a *program*: a process that stays, as a part of the service. The
        operation has succeeded once the program is ready, and what requires it runs then:

            web:
              requires: [migrate]
              exec: { command: [/usr/bin/python3, /srv/web.py], ready: notify }
              ended: restart
              watchdog: 10s
              timeout: 30s

        Its `STATUS=` is in the unit's status line while it starts, and in `slipway status`; `EXTEND_TIMEOUT_USEC=`
        extends its `timeout`, up to the launch's deadline; the `ERRNO=` of one whose exit makes the launch fail is
        the unit's. One that forks its daemon says `MAINPID=` with the daemon's number: that has to be one of its
        processes, and from then on it is the main one, whose end, signals and line in `slipway programs` count; how it
        ended is known if the process that forked it is gone by then. One that forks and does not say so counts as ended, and its
        failure says what it left running; where it has an option for the foreground, that is the better way. `slipway time` shows how long each took to become
        ready. While it waits to become ready it takes no slot in
        `userInitiated`, so that many slow programs hold nothing else up.

        A stop goes backwards along the graph: a program ends once all that depends on it has ended, and programs
        that do not depend on each other end side by side. Each gets its `stop` first, which has a `grace` of its
        own; then SIGTERM goes to its main process, and, when that has ended, to what is left of the processes that
        it started; SIGKILL comes at the end of the `grace`. What takes its time, and what had to be killed, is in
        the journal, in `slipway status` and in the unit's status line. If the daemon is killed, all of it ends at
        once.

        What its end means, the keys below say. A job that is the service, in a container for example, whose status is
        that of the whole:

            import:
              exec: { command: [/usr/bin/import, --all], ready: started }
              success: [0, 3]
              ended: stop
              exitStatus: own

        A database whose dependents are restarted with it; before it is given up, an operator gets a mail:

            db:
              exec: { command: [/usr/bin/postgres, -D, /srv/db], ready: { exec: [/usr/bin/pg_isready] } }
              ended: restart
              restart: { attempts: 10, steady: 10m }
              dependents: restarted
              beforeGivingUp: [/usr/bin/mail, -s, the database is down, ops@example.org]

        A program that does not run makes the launch degraded, also one that an operator stopped. Operators end and
        start single programs: `slipway stop web`, `start`, `restart`, with its `stop` as at the end of the service;
        not while an attempt of the operation waits for it, but between two attempts, and then the next one finds it
        running. An operator's stop lasts, over reloads too, until an operator starts the program or the service starts
        anew; `slipway status` says who stopped it.
        """

    private static let shortestWatchdog = Shortest.milliseconds(100)
    private static let limits = "Of programs only (`ready` of `exec`)."

    private static var constraints: JSONObject {
        let program = schema(of: ["not": ["const": "exit"]])
        return [
            "dependentSchemas": [
                "ended": program, "restart": program, "exitStatus": program,
                "beforeGivingUp": program, "dependents": program, "health": program,
                "sockets": program,
                "replace": program, "reload": program,
                "watchdog": schema(of: ["const": "notify"]),
            ],
            "if": ["required": ["optional"], "properties": ["optional": ["const": true]]],
            "then": ["properties": ["ended": ["not": ["const": "fail"]]]],
        ]
    }

    /// The schema of an operation whose `exec` has such a `ready`.
    private static func schema(of ready: JSON) -> JSON {
        let exec: JSON = [
            "type": "object", "required": ["ready"], "properties": ["ready": ready],
        ]
        return ["required": ["exec"], "properties": ["exec": exec]]
    }
}
