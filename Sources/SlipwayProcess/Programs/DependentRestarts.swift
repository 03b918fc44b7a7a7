internal import Slipway

/// Decides what becomes of the programs that depend on one which is started again: events in, actions
/// out.
///
/// A program *comes back* when it runs again after it had stopped, also when an operator stopped
/// and started it. The rule of that program says what becomes of the programs that require it,
/// directly or through others: they are restarted when it comes back, or they are ended when it
/// goes away and started when it comes back. Each of them begins once all programs that it requires
/// are there: a required program that is not there yet, or is about to be restarted, holds up the
/// others until it runs or is given up. A program that is restarted only because of another one has
/// no effect of its own.
struct DependentRestarts {
    enum Action: Hashable {
        /// End the program: why.
        case stop(String, because: String)
        /// Start the program: why.
        case start(String, because: String)
        /// End the program, and start it again: why.
        case restart(String, because: String)

        /// The program.
        var name: String {
            switch self {
            case .stop(let name, _), .start(let name, _), .restart(let name, _): name
            }
        }
    }

    /// A program of the set.
    private struct Member {
        var rule: ProgramEnd.Dependents
        /// The programs that it requires, directly or through others.
        var requires: Set<String>
        /// The program's state; `nil`: it has not run yet.
        var state: ProgramStatus.State.Word?
        /// The program has run, and does not run now.
        var isAway = false
        /// The program was asked to end, and counts as running here until its next state comes.
        var isLeaving = false
    }

    /// A restart or an end of a program that is still to be carried out.
    private struct Step {
        let cause: String
        let isRestart: Bool
        /// The restart or the end was asked for; then the program has left its former state.
        var isBegun = false
        var hasLeft = false
    }

    private var members: [String: Member] = [:]
    private var steps: [String: Step] = [:]
    /// The programs that were ended because of another one, each with the one that it waits for.
    private var ended: [String: String] = [:]

    /// No rule has an effect, so that nothing has to be told.
    var isIdle: Bool { !members.values.contains { $0.rule != .kept } }

    /// A program is started for its operation, or taken over.
    mutating func note(
        _ name: String,
        _ rule: ProgramEnd.Dependents,
        requires: Set<String>
    ) {
        members[name, default: Member(rule: rule, requires: requires)].rule = rule
        members[name]?.requires = requires
    }

    /// Takes over what is known of a program, and what is still to be done with it, from another set.
    ///
    /// Call it after ``note(_:_:requires:)``.
    ///
    /// - Parameters:
    ///   - name: The program.
    ///   - earlier: The other set.
    ///   - state: Its state, which counts if the other set knows none.
    mutating func adopt(
        _ name: String,
        from earlier: DependentRestarts,
        _ state: ProgramStatus.State.Word
    ) {
        // A set in which no rule has an effect is told nothing.
        guard !earlier.isIdle, let former = earlier.members[name], former.state != nil else {
            members[name]?.state = state
            return
        }
        members[name]?.state = former.state
        members[name]?.isAway = former.isAway
        members[name]?.isLeaving = former.isLeaving
        steps[name] = earlier.steps[name]
        ended[name] = earlier.ended[name]
    }

    /// The program's own operation, an operator or a stop decides about it.
    ///
    /// - Parameters:
    ///   - name: The program.
    ///   - isEnding: The program is to end, and to stay ended.
    mutating func leave(_ name: String, isEnding: Bool = false) {
        steps[name] = nil
        ended[name] = nil
        let runs = members[name]?.state == .running
        members[name]?.isLeaving = isEnding && runs
    }

    /// A program has another state.
    mutating func changed(_ name: String, _ state: ProgramStatus.State.Word) -> [Action] {
        guard let before = members[name], before.state != state else { return [] }
        members[name]?.state = state
        if state != .running, before.state == .running { members[name]?.isAway = true }
        if state == .running { members[name]?.isAway = false }
        members[name]?.isLeaving = false
        if steps[name] != nil {
            follow(name, state)
            return begin()
        }
        var actions: [Action] = []
        if state == .running, before.isAway {
            comeBack(name, before.rule)
        } else if before.state == .running, before.rule == .stopped, ended[name] == nil {
            actions = goAway(name)
        }
        return actions + begin()
    }

    /// Notes the progress of a step.
    private mutating func follow(_ name: String, _ state: ProgramStatus.State.Word) {
        guard steps[name]?.isBegun == true else { return }
        switch state {
        case .running: if steps[name]?.hasLeft == true { steps[name] = nil }
        case .ended: steps[name] = nil
        case .starting, .stopping, .pausing, .stopped: steps[name]?.hasLeft = true
        }
    }

    private mutating func comeBack(_ name: String, _ rule: ProgramEnd.Dependents) {
        for dependent in dependents(of: name) {
            // A program whose own step has begun since this one went away has begun without it.
            let hasBegun = steps[dependent]?.isBegun
            if ended[dependent] == name {
                ended[dependent] = nil
                let cause = "is started, as '\(name)' is ready again"
                steps[dependent] = Step(cause: cause, isRestart: false)
            } else if rule == .restarted, hasBegun ?? isThere(dependent) {
                let cause = "is restarted, as '\(name)' was started again"
                steps[dependent] = Step(cause: cause, isRestart: true)
            }
        }
    }

    private mutating func goAway(_ name: String) -> [Action] {
        let there = dependents(of: name).filter { dependent in
            switch members[dependent]?.state {
            case .running: isThere(dependent)
            case .starting, .pausing: true
            case .stopping, .stopped, .ended, nil: false
            }
        }
        for dependent in there {
            steps[dependent] = nil
            ended[dependent] = name
        }
        return there.map { .stop($0, because: "was ended, as '\(name)' does not run") }
    }

    /// Begins each step for which all required programs are there.
    private mutating func begin() -> [Action] {
        let due = steps.filter { !$1.isBegun }.keys.sorted().filter { !isHeldUp($0) }
        return due.compactMap { name in
            guard let step = steps[name] else { return nil }
            steps[name]?.isBegun = true
            return step.isRestart
                ? .restart(name, because: step.cause) : .start(name, because: step.cause)
        }
    }

    private func isThere(_ name: String) -> Bool {
        members[name].map { $0.state == .running && !$0.isLeaving } ?? false
    }

    private func isHeldUp(_ name: String) -> Bool {
        (members[name]?.requires ?? []).contains { required in
            guard let member = members[required] else { return false }
            return steps[required] != nil || ended[required] != nil
                || member.rule != .kept && member.isAway && member.state != .ended
        }
    }

    /// A program is to be started, or restarted, because of another one.
    func isDue(_ name: String) -> Bool { steps[name] != nil || ended[name] != nil }

    /// The programs that are started again with one, in order of their names.
    func followers(of name: String) -> [String] {
        let rule = members[name]?.rule ?? .kept
        return rule == .kept ? [] : dependents(of: name).filter(isThere)
    }

    /// The programs that require one, in order of their names.
    private func dependents(of name: String) -> [String] {
        members.filter { $1.requires.contains(name) }.keys.sorted()
    }
}
