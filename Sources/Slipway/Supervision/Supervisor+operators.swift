extension Supervisor {
    /// The requests of an operator.
    package enum Request: Hashable, Sendable {
        case start, stop, restart

        /// The answer to an operator, once it is known what the request came to.
        package func result(
            _ outcome: Outcome,
            _ status: ProgramStatus
        ) -> Result<ProgramStatus, Refusal> {
            switch (self, outcome) {
            case (.stop, _), (_, .running): .success(status)
            case (_, .stopped): .failure(.ended("was stopped meanwhile"))
            case (_, .ended(let reason)): .failure(.ended(reason))
            }
        }
    }

    /// Why a request is not carried out.
    package enum Refusal: Error, Hashable, Sendable {
        /// No operation has started a program or a part of that name.
        case unknown(known: [String])
        /// The operation is starting the program.
        case starting
        /// The program ended by itself instead of running.
        case ended(String)
    }

    /// Carries out what an operator asks for.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - uid: The operator's user; `nil` if it is not known.
    ///   - now: The instant.
    package mutating func carryOut(_ request: Request, by uid: UInt32? = nil, at now: Instant) {
        switch request {
        case .start: start(.operator, at: now)
        case .stop:
            if status.stop == nil { status.stop = uid.map { OperatorStop(uid: $0, at: now) } }
            stop(at: now)
            // For a program that had ended before, nothing else changes.
            tell()
        case .restart: restart(at: now)
        }
    }
}
