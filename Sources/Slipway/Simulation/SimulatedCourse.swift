/// The course of an operation in a simulation, attempt by attempt: what a record of a launch tells.
package struct SimulatedCourse: Hashable, Sendable {
    /// One run of the body.
    package struct Attempt: Hashable, Sendable {
        /// The time that the run takes; `nil` for ever, unless it is cancelled.
        package var duration: Duration?
        /// The failure that the body throws then; `nil` for a success.
        package var failure: Failure?

        /// Creates an attempt.
        package init(_ duration: Duration?, failure: Failure? = nil) {
            self.duration = duration
            self.failure = failure
        }
    }

    /// The runs of the body in order; the last one again and again.
    ///
    /// If there are none, the body takes no time.
    package var attempts: [Attempt]
    package var conditionHolds = true
    /// The time that its condition takes.
    package var conditionTime: Duration = .zero
    /// The source of its fallback's value; `nil` if the fallback declines.
    package var fallback: FallbackUse? = FallbackUse(source: "simulated")
    /// The time that its fallback takes.
    package var fallbackTime: Duration = .zero
    /// Each run of the body counts, also in a further attempt of a group around the operation.
    ///
    /// Otherwise the operation's own attempts count, which begin anew there.
    package var countsCalls = false
    /// The backoffs after the attempts, in order; then those of the operation's retries.
    package var pauses: [Duration] = []

    /// Creates a course.
    package init(_ attempts: [Attempt]) { self.attempts = attempts }

    /// Creates a course in which every attempt takes that long, and has that outcome.
    package init(_ duration: Duration, _ outcome: SimulatedOutcome) {
        switch outcome {
        case .succeeds: self.init([Attempt(duration)])
        case .notNeeded:
            self.init([Attempt(duration)])
            conditionHolds = false
        case .hangs: self.init([Attempt(nil)])
        case .fails(let message, let count):
            let failed = Attempt(duration, failure: Failure(.error, message))
            guard count < .max else {
                self.init([failed])
                return
            }
            self.init(Array(repeating: failed, count: max(0, count)) + [Attempt(duration)])
        }
    }

    /// The run of an attempt, from 1.
    func attempt(_ number: Int) -> Attempt {
        guard let last = attempts.last else { return Attempt(.zero) }
        return number <= attempts.count ? attempts[max(0, number - 1)] : last
    }
}

/// The terms of a simulation besides the courses of its operations.
package struct SimulationTerms: Hashable, Sendable {
    /// From the process's start to the launch's; the plan's deadline counts from the process's.
    package var beforeLaunch: Duration = .zero
    /// The width of queues with automatic width; at least 1.
    package var width = 8
    /// The seed of the jitter of backoffs.
    package var seed: UInt64 = 0

    /// Creates terms.
    package init(beforeLaunch: Duration = .zero, width: Int = 8, seed: UInt64 = 0) {
        self.beforeLaunch = beforeLaunch
        self.width = width
        self.seed = seed
    }
}
