internal import Slipway
package import SlipwayConfiguration
internal import SlipwayLoop
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
    ///   - terms: How long it may take.
    /// - Throws: ``ProgramError``, ``ExecError`` or what a template threw; when cancelled,
    ///   `Cancelled` or `CancellationError`. Each description is one line.
    package func start(
        _ program: ProgramSpecification,
        _ exec: ExecSpecification,
        name: String,
        values: TemplateValues,
        _ terms: StartTerms
    ) async throws {
        try Loop.start()
        let body = try self.exec(exec, BodyOwner(name: name), values)
        var command = body.command
        command.sockets = try program.sockets.flatMap { try sockets(named: $0) }
        // A program is a part of the daemon, which may be killed.
        command.endsWithParent = true
        let definition = ProgramDefinition(
            name: name,
            command: command,
            ready: try program.ready(values),
            policy: program.policy(terms),
            grace: Self.graceOfProcesses(within: terms.grace),
            check: try program.health.map { try check($0, name, values) }
        )
        do throws(ProgramFailure) {
            try await programs.start(definition, extendTimeout: terms.extendTimeout)
        } catch {
            switch error {
            case .ended(let reason, let number):
                throw ProgramError(
                    program: body.program,
                    reason: reason,
                    errorNumber: number?.rawValue
                )
            case .cancelled(nil, nil): throw CancellationError()
            case .cancelled(nil, let line?):
                throw Cancelled("'\(body.program)' last said: \(line)")
            case .cancelled(let lack?, let line):
                let words = line.map { "; it last said: \($0)" } ?? ""
                throw Cancelled("'\(body.program)' \(lack)\(words)")
            }
        }
    }

    /// Ends the program of an operation with all its processes; returns once they are gone.
    package func stop(program name: String) async { await programs.stop(name) }

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

/// Why a program is not running.
package struct ProgramError: NumberedError, Hashable, CustomStringConvertible {
    /// The program, as messages name it.
    package let program: String
    /// The reason in one line.
    package let reason: String
    /// The `errno` that the program itself named (`ERRNO=` of sd_notify(3)); `nil` for none.
    package var errorNumber: Int32?

    /// `'/usr/bin/web' exited with 1 before it was ready: no database`.
    package var description: String { "'\(program)' \(reason)" }
}

extension ProgramSpecification {
    fileprivate func ready(
        _ values: TemplateValues
    ) throws(TemplateError) -> ProgramDefinition.Ready {
        switch ready {
        case .exit, .started: .started
        case .notify: .notify
        case .socket(let path): .socket(try path.render(values))
        }
    }

    fileprivate func policy(_ terms: StartTerms) -> ProgramPolicy {
        ProgramPolicy(
            ended: policyAtEnd,
            isOptional: terms.isOptional,
            startLimit: terms.timeout ?? terms.deadline,
            longestStart: terms.deadline,
            watchdog: watchdog,
            health: health.map { .init(every: $0.every, misses: $0.misses) }
        )
    }

    private var policyAtEnd: ProgramPolicy.Ended {
        switch ended {
        case .fail: return .fail
        case .degrade: return .degrade
        case .restart:
            var limits = ProgramPolicy.Restart()
            limits.attempts = restart.attempts
            limits.window = restart.within
            limits.initial = restart.initial
            limits.maximum = restart.maximum
            return .restart(limits)
        }
    }
}
