/// The things that keep launch actions from beginning, beyond what their statuses say; for explanations.
package struct ActionHolds: Sendable {
    /// For kinds of which nothing begins in this launch: the operation that did not succeed.
    var unmet: [String: String] = [:]
    /// For kinds that actions of the launch before keep from beginning: what these use; nothing while what waits
    /// there has yet to come.
    var earlier: [String: Set<ActionResource>] = [:]
    /// For wide kinds of which as many have been taken as may be: how many.
    var full: [String: Int] = [:]
    /// The action that is tried alone, or is to be as soon as the others have ended.
    var suspect: ActionID?
    /// The kinds that stand back for it.
    var standingBack: Set<String> = []
    /// The actions with a start that is being stored.
    var beginning: Set<ActionID> = []
    /// Those with a start that could not be stored: why.
    var refusals: [ActionID: String] = [:]
    /// The operations and kinds with bodies that have places in a queue.
    var holders: [Queue: [String]] = [:]
}

extension ActionResource {
    /// Why an action of the next generation cannot have it: `an action of the generation before holds lock 'db'`.
    var words: String {
        switch self {
        case .kind: "an action of its kind still runs in the generation before"
        case .lock(let lock): "an action of the generation before holds lock '\(lock)'"
        case .queue(let queue): "an action of the generation before holds queue '\(queue)'"
        }
    }
}
