/// The things that keep launch actions from beginning, beyond what their statuses say; for explanations.
package struct ActionHolds: Sendable {
    /// For kinds of which nothing begins in this launch: the operation that did not succeed.
    package var unmet: [String: String] = [:]
    /// For kinds that actions of the launch before keep from beginning: what these use; nothing while what waits
    /// there has yet to come.
    package var earlier: [String: Set<ActionResource>] = [:]
    /// For wide kinds of which as many have been taken as may be: how many.
    package var full: [String: Int] = [:]
    /// The action that is tried alone, or is to be as soon as the others have ended.
    package var suspect: ActionID?
    /// The kinds that stand back for it.
    package var standingBack: Set<String> = []
    /// The actions with a start that is being stored.
    package var beginning: Set<ActionID> = []
    /// Those with a start that could not be stored: why.
    package var refusals: [ActionID: String] = [:]
    /// The operations and kinds with bodies that have places in a queue.
    package var holders: [Queue: [String]] = [:]

    package init() {}
}
