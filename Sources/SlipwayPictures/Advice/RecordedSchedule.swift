package import Slipway

/// A launch as it was, in a form that can be changed and run again in virtual time.
///
/// A schedule is made of a report alone: the declarations that the report repeats, and the course
/// that each operation took. The time of an attempt that was ended early is not known: one that
/// timed out takes as long again, and one that was cancelled runs until it is cancelled again.
package struct RecordedSchedule: Sendable {
    /// An operation or a group.
    package struct Step: Sendable {
        package let name: String
        package let isGroup: Bool
        let group: String?
        let isOptional: Bool
        package var queue: Queue
        package var requires: [String]
        package var after: [String]
        package var stage: Stage
        package var priority: Priority
        package var locks: [Lock]
        var hasCondition: Bool
        var failsFast: Bool
        /// The operation starts a program, and gives its slot of the queue back once that runs.
        var isProgram: Bool
        /// Of a group: the longest time of an attempt, if one timed out.
        var timeout: Duration?
        package var course: SimulatedCourse
        /// Of a group: its attempts before the last one, of which nothing else is known.
        var earlierAttempts: [SimulatedCourse.Attempt] = []
    }

    /// The operations and groups in the order of declaration, a group after what is in it.
    package var steps: [Step]
    package var widths: [Queue: Int]
    let beforeLaunch: Duration
    private var index: [String: Int] = [:]

    init(_ steps: [Step], widths: [Queue: Int], beforeLaunch: Duration) {
        self.steps = steps
        self.widths = widths
        self.beforeLaunch = beforeLaunch
        index = steps.enumerated().map { ($1.name, $0) }.keyed()
    }

    package subscript(name: String) -> Step? {
        get { index[name].map { steps[$0] } }
        set { if let newValue, let place = index[name] { steps[place] = newValue } }
    }

    /// Makes an operation faster, or slower: each of its attempts takes that share of its time,
    /// unless it timed out or was cancelled.
    package mutating func scale(_ name: String, by factor: Double) {
        guard let place = index[name] else { return }
        for number in steps[place].course.attempts.indices {
            let attempt = steps[place].course.attempts[number]
            guard let duration = attempt.duration, attempt.failure?.kind != .timedOut else {
                continue
            }
            let nanoseconds = Double(duration.nanoseconds) * factor
            steps[place].course.attempts[number].duration = .nanoseconds(Int64(nanoseconds))
        }
    }

    /// Runs the schedule in virtual time.
    ///
    /// - Throws: The changes make it a plan that cannot be launched.
    package func replay() throws(GraphFaults) -> Report {
        let graph = try Graph(plan)
        var courses = steps.map { ($0.name, $0.course) }.keyed()
        for step in steps where !step.earlierAttempts.isEmpty {
            var course = SimulatedCourse(step.earlierAttempts + [SimulatedCourse.Attempt(.zero)])
            course.countsCalls = true
            courses[step.earlierName] = course
        }
        return graph.simulate(SimulationTerms(beforeLaunch: beforeLaunch)) { name in
            courses[name] ?? SimulatedCourse([])
        }
    }
}

extension RecordedSchedule.Step {
    /// The operation that stands for the earlier attempts of a group.
    fileprivate var earlierName: String { "\(name) (earlier attempts)" }
}

/// The plan of a schedule.
extension RecordedSchedule {
    private var plan: Plan {
        var plan = Plan("replay")
        for (queue, width) in widths where queue != .main {
            plan.queues[queue] = .fixed(max(1, width))
        }
        let queues = Set(steps.filter { !$0.isGroup }.map(\.queue))
        for queue in queues where queue != .main && widths[queue] == nil {
            plan.queues[queue] = .fixed(Self.wide)
        }
        if steps.contains(where: { !$0.earlierAttempts.isEmpty }) {
            plan.queues[Self.aside] = .fixed(Self.wide)
        }
        let children = Dictionary(grouping: steps) {
            $0.group.flatMap { index[$0] == nil ? nil : $0 }
        }
        for step in children[nil] ?? [] { declare(step, [], children, in: &plan) }
        return plan
    }

    /// Wide enough for anything.
    private static let wide = 1_000_000
    private static let aside = Queue.named("(earlier attempts)")

    private func declare(
        _ step: Step,
        _ requires: [String],
        _ children: [String?: [Step]],
        in plan: inout Plan
    ) {
        let required = (step.requires.filter { index[$0] != nil } + requires).map { Named($0) }
        let after = step.after.filter { index[$0] != nil }.map { Named($0) }
        let condition = step.hasCondition ? Condition("recorded") { _ in true } : nil
        let fallback = Fallback<Void>.from { _, _ in nil }
        let retry =
            attempts(of: step) > 1
            ? Retry.constant(attempts: attempts(of: step), pause: .zero) : nil
        let options = OperationOptions(
            optional: step.isOptional,
            stage: step.stage,
            priority: step.priority,
            locks: step.locks,
            timeout: step.isGroup ? step.timeout : nil,
            retry: retry,
            failsFast: step.failsFast
        )
        guard step.isGroup else {
            plan.addRecorded(
                step.name,
                isProgram: step.isProgram,
                on: step.queue,
                requires: required,
                after: after,
                options,
                when: condition,
                fallback: fallback
            )
            return
        }
        plan.group(
            step.name,
            requires: required,
            after: after,
            options,
            when: condition,
            fallback: fallback,
            origin: .replay
        ) { plan in
            var before: [String] = []
            if !step.earlierAttempts.isEmpty {
                before = [step.earlierName]
                let options = OperationOptions(stage: step.stage)
                plan.addRecorded(step.earlierName, on: Self.aside, options)
            }
            for child in children[step.name] ?? [] { declare(child, before, children, in: &plan) }
            return nil
        }
    }

    private func attempts(of step: Step) -> Int {
        step.isGroup ? step.earlierAttempts.count + 1 : step.course.attempts.count
    }
}

extension Plan {
    /// Declares an operation whose course is simulated.
    fileprivate mutating func addRecorded(
        _ name: String,
        isProgram: Bool = false,
        on queue: Queue,
        requires: [Named] = [],
        after: [Named] = [],
        _ options: OperationOptions,
        when condition: Condition? = nil,
        fallback: Fallback<Void>? = nil
    ) {
        guard isProgram else {
            add(
                name,
                on: queue,
                requires: requires,
                after: after,
                options,
                when: condition,
                fallback: fallback,
                origin: .replay
            ) { _ in }
            return
        }
        addProgram(
            name,
            on: queue,
            requires: requires,
            after: after,
            options,
            when: condition,
            fallback: fallback,
            teardown: ProgramTeardown(graces: 1) { _ in },
            origin: .replay
        ) { _ in }
    }
}

extension Origin {
    /// No file declares what a replay adds.
    fileprivate static let replay = Origin(file: "replay", line: 0)
}
