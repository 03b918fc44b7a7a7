internal import Slipway
package import SlipwayConfiguration
internal import SlipwayLoop
package import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem

extension BodyRunner {
    /// Starts the program of an operation; suspends until it is ready.
    ///
    /// Cancelling the task ends the program's processes, and the call returns only once they are
    /// gone.
    ///
    /// - Throws: ``ProgramError``, ``ExecError`` or what a template threw; when cancelled,
    ///   `Cancelled` or `CancellationError`. Each description is one line.
    package func start(_ program: ProgramStart) async throws {
        let (shown, definition) = try await definition(program)
        if !program.isRestored, let stranger = try await stranger(in: program) {
            throw ProgramError(program: shown, reason: stranger)
        }
        do throws(ProgramFailure) {
            try await programs.start(
                definition,
                isRestored: program.isRestored,
                executed: program.executed,
                extendTimeout: program.extendTimeout
            )
        } catch {
            switch error {
            case .ended(let reason, let number):
                throw ProgramError(
                    program: shown,
                    reason: reason,
                    reasonWithoutOutput: await programs.status(program.name)?.reasonWithoutOutput
                        ?? reason,
                    errorNumber: number?.rawValue,
                    lacksRetry: program.program.ended == .restart
                        && !program.program.includesFirstStart && !program.isTriedAgain
                )
            case .cancelled(nil, nil): throw CancellationError()
            case .cancelled(nil, let line?):
                throw Cancelled(
                    "'\(shown)' last said: \(line)",
                    withoutOutput: "'\(shown)' was ended"
                )
            case .cancelled(let lack?, let line):
                let lack = "'\(shown)' \(lack)"
                let words = line.map { "; it last said: \($0)" } ?? ""
                throw Cancelled(lack + words, withoutOutput: lack)
            }
        }
    }

    /// Changes how a program that an earlier generation started is watched and ended, once this
    /// generation is in service.
    ///
    /// - Parameters:
    ///   - keys: What has changed.
    ///   - program: The program from then on.
    /// - Throws: As ``start(_:)`` before there is a process.
    package func renew(_ keys: Set<String>, of program: ProgramStart) async throws {
        let definition = try await definition(program).1
        await programs.renew(
            ProgramRenewal(
                definition,
                hasNewCheck: keys.contains("health"),
                hasNewCommand: keys.contains("exec")
            )
        )
    }

    /// A program as it is to be run, and its name in messages.
    private func definition(
        _ start: ProgramStart
    ) async throws -> (shown: String, ProgramDefinition) {
        try Loop.start()
        let (program, name, values) = (start.program, start.name, start.values)
        let body = try await exec(start.exec, BodyOwner(name: name), values)
        var command = body.command
        command.group = GroupRequest(.program, name, limits: command.settings.resources)
        command.sockets = try program.sockets.flatMap { try sockets(named: $0) }
        var check: ProgramDefinition.HealthCheck?
        if let health = program.health {
            check = try await self.check(health.check, within: health.timeout, name, values)
        }
        let definition = ProgramDefinition(
            name: name,
            command: command,
            requires: start.requires,
            ready: try await ready(program, name, values),
            policy: start.policy,
            stopCommand: start.stop.map { stopCommand($0, name, values) },
            lastCommand: program.beforeGivingUp.map { lastCommand($0, name, values) },
            check: check
        )
        return (body.program, definition)
    }

    private func ready(
        _ program: ProgramSpecification,
        _ name: String,
        _ values: TemplateValues
    ) async throws -> ProgramDefinition.Ready {
        switch program.ready {
        case .started: return .started
        case .settled(let duration): return .settled(duration)
        case .notify: return .notify
        case .socket(let path): return .socket(try path.render(values))
        case .line(let text): return .line(text)
        case .check(let ready, let pause):
            let check = try await check(ready.check, within: ready.timeout, name, values)
            return .check(check, every: pause)
        }
    }

    /// The command of the operation's `stop`.
    private func stopCommand(
        _ stop: ExecSpecification,
        _ name: String,
        _ values: TemplateValues
    ) -> ProgramDefinition.StopCommand {
        { [self] limit in
            do {
                try await undo(stop, name: name, values: values, within: limit)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    /// The command that runs before the program is given up.
    private func lastCommand(
        _ command: ExecSpecification,
        _ name: String,
        _ values: TemplateValues
    ) -> ProgramDefinition.LastCommand {
        { [self] status, limit in
            do {
                try await undo(
                    command,
                    name: name,
                    values: values,
                    within: limit,
                    with: [
                        "LAUNCH_REASON": status.reason ?? "",
                        "LAUNCH_RESTARTS": "\(status.restarts)",
                    ]
                )
                return nil
            } catch let error as ExecError {
                // The output of the command is in its log.
                return "\(error.withoutLastLine)"
            } catch {
                return "\(error)"
            }
        }
    }

    /// Ends the program of an operation, after its `stop`, with all its processes; returns once they
    /// are gone.
    ///
    /// - Throws: ``StopFailure``: its `stop` failed; the program has ended all the same.
    package func stop(program name: String) async throws(StopFailure) {
        if let reason = await programs.stop(name) { throw StopFailure(reason: reason) }
    }

    private func sockets(
        named name: String
    ) throws(ProgramError) -> [(name: String, descriptor: Int32)] {
        let named = sockets.filter { $0.name == name }
        guard !named.isEmpty else {
            throw ProgramError(
                program: name,
                reason: "no activation socket of that name was passed"
            )
        }
        return named
    }
}

/// An error of the command that an operation has under `stop`.
package struct StopFailure: Error, Hashable, CustomStringConvertible {
    /// The reason in one line.
    package let reason: String

    /// The reason.
    package var description: String { reason }
}

/// Why a program is not running.
package struct ProgramError: NumberedError, QuotingError, Hashable, CustomStringConvertible {
    /// The program, as messages name it.
    package let program: String
    /// The reason in one line.
    package let reason: String
    /// The reason without what the program wrote.
    package var reasonWithoutOutput: String
    /// The `errno` that the program itself named (`ERRNO=` of sd_notify(3)); `nil` for none.
    package var errorNumber: Int32?
    /// The program would have been started again, had it been ready before; its first start is
    /// repeated only with a `retry`.
    package var lacksRetry: Bool

    init(
        program: String,
        reason: String,
        reasonWithoutOutput: String? = nil,
        errorNumber: Int32? = nil,
        lacksRetry: Bool = false
    ) {
        self.program = program
        self.reason = reason
        self.reasonWithoutOutput = reasonWithoutOutput ?? reason
        self.errorNumber = errorNumber
        self.lacksRetry = lacksRetry
    }

    /// `'/usr/bin/web' exited with 1 before it was ready: no database`.
    package var description: String { "'\(program)' \(reason)\(advice)" }

    /// The error without what the program wrote, and then without the advice, which would look like
    /// the cure.
    package var withoutOutput: String {
        reason == reasonWithoutOutput ? description : "'\(program)' \(reasonWithoutOutput)"
    }

    private var advice: String {
        guard lacksRetry else { return "" }
        return "; 'restart' applies only once the program has been ready: for the first start add "
            + "'retry'"
    }
}
