/// The things that keep launch actions from beginning, beyond what their statuses say; for explanations.
package struct ActionHolds: Sendable {
    /// For kinds of which nothing begins in this launch: the operation that did not succeed.
    package var unmet: [String: String] = [:]
    /// For kinds that actions of the launch before keep from beginning: the resources that these
    /// actions use; none while that launch has yet to hand over what waits there.
    package var earlier: [String: Set<ActionResource>] = [:]
    /// For wide kinds that have no free slot: their width.
    package var full: [String: Int] = [:]
    /// The action that is tried alone, or is to be as soon as the others have ended.
    package var suspect: ActionID?
    /// The kinds that stand back for the suspect.
    package var standingBack: Set<String> = []
    /// The actions with a start that is being stored.
    package var beginning: Set<ActionID> = []
    /// Why the start of an action could not be stored.
    package var refusals: [ActionID: String] = [:]
    /// The operations and kinds with bodies that have slots in a queue.
    package var holders: [Queue: [String]] = [:]

    package init() {}
}
