internal import Slipway
internal import SlipwayInterface
internal import SlipwayStore

/// An action as the launch and the store know it.
struct FoundAction: Sendable {
    let status: ActionStatus
    let record: StoredAction?
    /// Why the record could not be read; `nil` if it was, or there is none.
    var failure: StoreError?

    /// For those who may read the payload.
    var detailed: ActionStatus { status.detailed(record?.result.lastWords) }
}

extension LaunchService {
    /// The number of identities with which an ambiguous beginning is answered.
    private static let known = 8

    /// Finds an action in the launch and in the store.
    ///
    /// - Parameters:
    ///   - text: Its identity, or a beginning that no other has.
    ///   - found: Called with it, at once or later.
    ///   - refuse: Called in its place with the refusal.
    func find(
        _ text: String,
        _ found: @escaping @Sendable (FoundAction) -> Void,
        otherwise refuse: @escaping @Sendable (LaunchRefusal) -> Void
    ) {
        find(ActionID(text), found) { [self] refusal in
            guard case .noSuchAction = refusal, Identity.isBeginning(text), !Identity.isOne(text)
            else { return refuse(refusal) }
            store.identities(beginning: text, upTo: Self.known) { [self] result in
                do throws(StoreError) {
                    let known = try result.get()
                    switch known.count {
                    case 0: refuse(refusal)
                    case 1: find(known[0], found, otherwise: refuse)
                    default: refuse(.ambiguousAction(text, known: known.map(\.description)))
                    }
                } catch {
                    refuse(.storeFailed(message: error.description))
                }
            }
        }
    }

    /// Finds an action in the launch and in the store.
    ///
    /// - Parameters:
    ///   - id: Its identity.
    ///   - found: Called with it, at once or later.
    ///   - refuse: Called in its place with the refusal.
    func find(
        _ id: ActionID,
        _ found: @escaping @Sendable (FoundAction) -> Void,
        otherwise refuse: @escaping @Sendable (LaunchRefusal) -> Void
    ) {
        store.record(id) { [current] result in
            do throws(StoreError) {
                let record = try result.get()
                // The launch forgets only ended actions.
                guard let status = current.action(id) ?? record?.status else {
                    return refuse(.noSuchAction(id.description))
                }
                found(FoundAction(status: status, record: record))
            } catch {
                // The word of the launch holds whatever the disk says: the action was accepted.
                if let status = current.action(id) {
                    return found(FoundAction(status: status, record: nil, failure: error))
                }
                refuse(.storeFailed(message: error.description))
            }
        }
    }
}
