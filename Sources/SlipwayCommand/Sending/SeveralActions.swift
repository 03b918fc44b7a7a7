internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Lists and changes several launch actions at once.
struct SeveralActions {
    let client: ControlClient

    /// The actions of a kind in a state, as they are now, in the order in which they came.
    func all(of kind: String?, in state: ActionStatus.State.Word) throws -> [ActionStatus] {
        var listing = Method.ListActions(kind: kind, state: state)
        var actions: [ActionStatus] = []
        repeat {
            let page = try client.call(listing)
            actions += page.actions
            listing.after = page.next
        } while listing.after != nil
        return actions
    }

    /// Changes any number of actions, with as few calls as possible.
    ///
    /// - Parameters:
    ///   - ids: The identities of the actions.
    ///   - method: The call for some of them.
    /// - Returns: What became of each, as it was told.
    /// - Throws: A call that was refused or failed as a whole.
    func change(
        _ ids: [String],
        _ method: ([String]) -> some LaunchMethod
    ) throws -> (changes: [ChangedAction], json: JSON) {
        var changes: [ChangedAction] = []
        var records: [JSON] = []
        var rest = ids[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Method.severalActions))
            rest = rest.dropFirst(part.count)
            let reply = try client.answer(to: method(part))
            changes += try ChangedActions(reply: reply).actions
            records += reply["actions"]?.arrayValue ?? []
        }
        return (changes, .array(records))
    }
}

extension ChangedAction {
    /// The retry was refused since the action was retried before.
    var wasRetriedBefore: Bool {
        error == LaunchRefusal.alreadyRetried("", retry: "").varlinkError.name
    }
}
