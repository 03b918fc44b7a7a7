internal import Slipway
package import SlipwayConfiguration
internal import SlipwayLoop
package import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem

extension BodyRunner {
    /// Starts the program of an operation; suspends until it is ready.
    ///
    /// Cancelling the task ends its processes, and this returns only once they are gone.
    ///
    /// - Parameters:
    ///   - program: What becomes of it from then on.
    ///   - exec: Its command.
    ///   - name: Its operation.
    ///   - values: What its templates are filled in from, for as long as it runs.
    ///   - stop: What ends it in its own way, before its processes are asked to.
    ///   - terms: How long it may take.
    /// - Throws: ``ProgramError``, ``ExecError`` or what a template threw; when cancelled,
    ///   `Cancelled` or `CancellationError`. Each description is one line.
    package func start(
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        name: String,
        values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws {
        let (shown, definition) = try await definition(program, exec, name, values, stop, terms)
        if !terms.isRestored, let stranger = try await stranger(in: program, name, values) {
            throw ProgramError(program: shown, reason: stranger)
        }
        do throws(ProgramFailure) {
            try await programs.start(
                definition,
                isRestored: terms.isRestored,
                executed: terms.executed,
                extendTimeout: terms.extendTimeout
            )
        } catch {
            switch error {
            case .ended(let reason, let number):
                throw ProgramError(
                    program: shown,
                    reason: reason,
                    reasonWithoutOutput: await programs.status(name)?.reasonWithoutOutput ?? reason,
                    errorNumber: number?.rawValue,
                    lacksRetry: program.ended == .restart && !program.restart.includesFirstStart
                        && !terms.isTriedAgain
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

    /// Has a program that an earlier generation started watched and ended in another way, once this one is in service.
    ///
    /// - Parameters:
    ///   - keys: What has changed.
    ///   - program: As for ``start(_:_:name:values:stop:_:)``, as the following.
    ///   - exec: Its command.
    ///   - name: Its operation.
    ///   - values: What its templates are filled in from, for as long as it runs.
    ///   - stop: What ends it in its own way, before its processes are asked to.
    ///   - terms: How long it may take.
    /// - Throws: As ``start(_:_:name:values:stop:_:)`` before there is a process.
    package func renew(
        _ keys: Set<String>,
        of program: ProgramSpecification,
        _ exec: ExecSpecification,
        name: String,
        values: TemplateValues,
        stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws {
        let definition = try await definition(program, exec, name, values, stop, terms).1
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
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        _ name: String,
        _ values: TemplateValues,
        _ stop: ExecSpecification?,
        _ terms: StartTerms
    ) async throws -> (shown: String, ProgramDefinition) {
        try Loop.start()
        let body = try await self.exec(exec, BodyOwner(name: name), values)
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
            requires: terms.requires,
            ready: try await ready(program, name, values),
            policy: program.policy(terms, exec, hasStopCommand: stop != nil),
            stopCommand: stop.map { stopCommand($0, name, values) },
            lastCommand: program.beforeGivingUp.map { lastCommand($0, name, values) },
            commandLimit: terms.grace,
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
        case .notify: return .notify
        case .socket(let path): return .socket(try path.render(values))
        case .seen(let ready):
            switch ready.sign {
            case .started: return .started
            case .line(let text): return .line(text)
            case .check(let check):
                let check = try await self.check(check, within: ready.timeout, name, values)
                return .check(check, every: ready.every)
            }
        }
    }

    /// The command of its operation's `stop`.
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

    /// The command before it is given up.
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
                // What it wrote is in its log.
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
    /// It would have been started again, had it been ready before: for its first start it lacks a
    /// `retry`.
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

    /// Without what the program wrote the advice would look like the cure.
    package var withoutOutput: String {
        reason == reasonWithoutOutput ? description : "'\(program)' \(reasonWithoutOutput)"
    }

    private var advice: String {
        lacksRetry ? "; restarts follow once it has been ready: for its first start add retry" : ""
    }
}
