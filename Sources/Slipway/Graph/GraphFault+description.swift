extension GraphFaults: CustomStringConvertible {
    /// Every fault, a line each; a cycle has a further line for each of its edges.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

extension GraphFault: CustomStringConvertible {
    /// The place, the fault and what would be accepted; one line, but for a cycle, whose edges follow with
    /// their places.
    public var description: String {
        guard case .cycle(let steps) = self else {
            let place = origin?.description.printable ?? ""
            return place.isEmpty ? summary : "\(place): \(summary)"
        }
        return ([summary] + steps.indices.map { Self.line(steps, $0) }).joined(separator: "\n")
    }

    /// The fault and what would be accepted, in one line.
    public var summary: String { unescapedSummary.printable }

    /// The summary, with names as they are.
    private var unescapedSummary: String {
        switch self {
        case .duplicateName(let name, let first, let second):
            "operation '\(name)' is declared twice, first at \(first.origin)"
                + (first.group.map { " in group '\($0)'" } ?? "")
                + (second.group.map { ", and here in group '\($0)'" } ?? "")
                + "; rename one of them"
        case .unknownName(let name, let operation, _, let nearest):
            "'\(operation)' depends on '\(name)', which no operation declares; "
                + Self.advice(nearest, otherwise: "declare it or correct the name")
        case .selfDependency(let name, let kind, _):
            "operation '\(name)' \(kind == .requires ? "requires" : "runs after") itself; "
                + "remove that dependency"
        case .cycle(let steps):
            "dependency cycle \(Self.path(steps)); remove one of these dependencies"
        case .requiresOptional(let name, let optional, let isRead, _):
            "required operation '\(name)' requires '\(optional)', which is optional; make "
                + "'\(name)' optional or '\(optional)' required, give one of them a fallback with a value, "
                + "or let '\(name)' \(isRead ? "read it as '.ifPresent'" : "run after it")"
        case .dependsInsideRepeated(let name, let inside, let group, _):
            "'\(name)' depends on '\(inside)', which is in group '\(group)'; that group is tried again "
                + "as a whole: let '\(name)' depend on '\(group)'"
        case .unknownQueue(let queue, let name, _, let nearest):
            "'\(name)' runs on queue '\(queue)', which the plan does not have; "
                + Self.advice(nearest, otherwise: "declare it under queues or correct the name")
        case .invalidWidth(let queue, let width) where queue == Queue.main.name:
            "queue 'main' cannot have a width (\(width)); it is serial"
        case .invalidWidth(let queue, let width):
            "queue '\(queue)' has width \(width); a width is at least 1"
        case .duplicateAction(let name, let first, _):
            "launch action '\(name)' is declared twice, first at \(first); rename one of them"
        case .foreignHandle(let name, nil, _):
            "'\(name)' depends on a handle of another plan; use handles of the plan of '\(name)'"
        case .foreignHandle(let name, let number?, _):
            "'\(name)' depends on a handle of another plan: handle \(number) of those that "
                + "'\(name)' reads, requires and comes after; use handles of the plan of '\(name)'"
        case .emptyName(let kind, nil, _):
            "\(kind.words) has an empty name; give it one"
        case .emptyName(let kind, let name?, _):
            "'\(name)' names \(kind.words) with an empty name; give it one"
        case .invalidDuration(let key, let name, let duration, _):
            "\(key) of '\(name)' is \(duration.timespan); it has to be longer than zero"
        case .invalidActionWidth(let width, let name, _):
            "kind '\(name)' has the width \(width); expected 1 to \(ActionPolicy.maximalWidth)"
        case .invalidLimit(let limit, let name, _):
            "limit of '\(name)' is \(limit); at least 1 action can wait"
        case .budgetBelowTimeout(let name, let budget, let timeout, _):
            "budget of '\(name)' is \(budget.timespan), but one attempt may take \(timeout.timespan); a "
                + "budget is at least as long as the timeout"
        case .invalidRetry(let key, let value, let name, _):
            "\(key.rawValue) of the retry of '\(name)' \(key == .attempts ? "are" : "is") \(value); "
                + key.accepted
        case .dependsOnBackground(let name, let background, _):
            "'\(name)' is part of the launch but depends on '\(background)', which starts once the "
                + "launch is ready; put '\(name)' into the background or '\(background)' into the launch"
        case .resultOutsideGroup(let group, _):
            "the value of group '\(group)' is that of an operation outside it; return the handle of "
                + "one that is declared in it"
        case .optionalResult(let group, let result, _):
            "the value of group '\(group)' is that of '\(result)', which is optional; make "
                + "'\(result)' required or give it a fallback"
        case .readsAbsent(let name, let read, let condition, let owner, _):
            "'\(name)' reads the value of '\(read)', which may have none: "
                + "'\(owner)' runs only if \(condition); read '\(read)' as '.ifPresent'"
                // That of a group around it gives it none.
                + (owner == read ? ", or give '\(read)' a fallback with a value" : "")
        case .readsGroupWithoutValue(let name, let group, _):
            "'\(name)' reads the value of group '\(group)', which has none; let the closure of "
                + "'\(group)' return the handle of the operation whose value is meant, or put "
                + "'\(group)' into requires"
        case .conditionReads(nil, let name, let condition, _, _):
            "the condition of '\(name)', \(condition), reads a handle of another plan; use handles "
                + "of the plan of '\(name)'"
        case .conditionReads(let read?, let name, let condition, true, _):
            "the condition of '\(name)', \(condition), reads the value of '\(read)', on which '\(name)' "
                + "does not depend; add it to requires or after"
        case .conditionReads(let read?, let name, let condition, false, _):
            "the condition of '\(name)', \(condition), reads the value of '\(read)', which '\(name)' "
                + "does not require; add it to requires, or to after and read it as '.ifPresent'"
        case .waitsOutside(let name, let group, let locks, let outside, _):
            "'\(name)' waits for '\(outside)' while group '\(group)', which it is in, holds "
                + locks.map { "'\($0)'" }.joined(separator: ", ")
                + "; let '\(group)' wait for '\(outside)', or put '\(outside)' into '\(group)'"
        case .lockOrder(let steps):
            "groups can wait for each other's locks: "
                + steps.map(Self.words).joined(separator: ", ")
                + "; let each group name all of these locks"
        case .optionalEnds(let name, _):
            "'\(name)' is optional, so its end cannot fail the launch; declare '\(name)' with "
                + "ended: .restart or .degrade, or as required"
        case .invalidRestart(let key, let value, let name, _):
            "\(key.rawValue) of the restarts of '\(name)' \(key == .attempts ? "are" : "is") \(value); "
                + key.accepted
        case .addedAction(let name, _):
            "launch action '\(name)' is declared in an addition to a running launch; declare it in "
                + "the plan of the launch"
        case .addedQueue(let queue):
            "queue '\(queue)' gets a width in an addition to a running launch; give it one in the plan of "
                + "the launch"
        case .replacedPlan(let group, _):
            "the closure of group '\(group)' replaces the plan that it gets by another one; add "
                + "to the plan that it gets"
        }
    }

    /// The place at which the fault was declared; `nil` when it has no place of its own.
    public var origin: Origin? {
        switch self {
        case .duplicateName(_, _, let second): second.origin
        case .unknownName(_, _, let origin, _),
            .selfDependency(_, _, let origin), .requiresOptional(_, _, _, let origin),
            .dependsInsideRepeated(_, _, _, let origin),
            .unknownQueue(_, _, let origin, _), .duplicateAction(_, _, let origin),
            .foreignHandle(_, _, let origin), .invalidDuration(_, _, _, let origin),
            .invalidLimit(_, _, let origin), .invalidActionWidth(_, _, let origin),
            .budgetBelowTimeout(_, _, _, let origin), .invalidRetry(_, _, _, let origin),
            .dependsOnBackground(_, _, let origin), .resultOutsideGroup(_, let origin),
            .optionalResult(_, _, let origin), .readsAbsent(_, _, _, _, let origin),
            .readsGroupWithoutValue(_, _, let origin),
            .conditionReads(_, _, _, _, let origin), .waitsOutside(_, _, _, _, let origin),
            .optionalEnds(_, let origin), .invalidRestart(_, _, _, let origin),
            .addedAction(_, let origin), .replacedPlan(_, let origin):
            origin
        case .cycle(let steps): steps.first?.edgeOrigin
        case .lockOrder(let steps): steps.first?.origin
        case .emptyName(_, _, let origin): origin
        case .invalidWidth, .addedQueue: nil
        }
    }

    /// `a -> b -> a`.
    private static func path(_ steps: [CycleStep]) -> String {
        (steps + steps.prefix(1)).map { "'\($0.operation)'" }.joined(separator: " -> ")
    }

    private static func words(_ step: LockStep) -> String {
        "'\(step.group)' holds '\(step.held)' while '\(step.operation)' in it takes '\(step.taken)'"
    }

    private static func line(_ steps: [CycleStep], _ index: Int) -> String {
        let step = steps[index]
        let next = steps[(index + 1) % steps.count]
        let closes = index == steps.count - 1 ? "  <- closes the cycle" : ""
        let queue = step.queue.map { ", \($0)" } ?? ", a group"
        let text =
            "  '\(step.operation)' (\(step.origin)\(queue)) \(step.kind.rawValue) "
            + "'\(next.operation)' at \(step.edgeOrigin)\(closes)"
        return text.printable
    }

    private static func advice(_ nearest: String?, otherwise: String) -> String {
        nearest.map { "did you mean '\($0)'?" } ?? otherwise
    }
}

extension NamedKind {
    fileprivate var words: String {
        switch self {
        case .operation: "an operation"
        case .group: "a group"
        case .action: "a kind of launch action"
        case .queue: "a queue"
        case .lock: "a lock"
        }
    }
}

extension RestartKey {
    /// The values that are accepted, in words.
    fileprivate var accepted: String {
        switch self {
        case .attempts: "at least 1 attempt is needed"
        case .window, .steady: "it has to be longer than zero"
        case .initial, .maximum: "a pause is not negative"
        }
    }
}

extension RetryKey {
    /// The values that are accepted, in words.
    fileprivate var accepted: String {
        switch self {
        case .attempts: "at least 1 attempt is needed"
        case .factor: "a factor is at least 1"
        case .jitter: "a jitter is from 0 to 1"
        case .initial, .maximum: "a pause is not negative"
        }
    }
}
