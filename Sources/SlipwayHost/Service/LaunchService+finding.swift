internal import Slipway
internal import SlipwayInterface
internal import SlipwayStore

/// An action as the launch and the store know it.
struct FoundAction: Sendable {
    let status: ActionStatus
    let record: StoredAction?
    /// Why the record could not be read; `nil` if it was, or there is none.
    var failure: StoreError?

    /// The status for users who may read the payload.
    var detailed: ActionStatus { status.detailed(record?.result.lastWords) }
}

extension LaunchService {
    /// The number of identities with which an ambiguous beginning is answered.
    private static let known = 8

    /// Finds an action in the launch and in the store, by its identity or a beginning that no other has.
    nonisolated(nonsending) func find(_ text: String) async throws(LaunchRefusal) -> FoundAction {
        let missing: LaunchRefusal
        do throws(LaunchRefusal) {
            return try await find(ActionID(text))
        } catch {
            guard case .noSuchAction = error, Identity.isBeginning(text), !Identity.isOne(text)
            else { throw error }
            missing = error
        }
        let known: [ActionID]
        do throws(StoreError) {
            known = try await store.identities(beginning: text, upTo: Self.known)
        } catch {
            throw .storeFailed(message: error.description)
        }
        switch known.count {
        case 0: throw missing
        case 1: return try await find(known[0])
        default: throw .ambiguousAction(text, known: known.map(\.description))
        }
    }

    /// Finds an action in the launch and in the store.
    nonisolated(nonsending) func find(_ id: ActionID) async throws(LaunchRefusal) -> FoundAction {
        do throws(StoreError) {
            let record = try await store.record(id)
            // The launch forgets only ended actions.
            if let status = current.action(id) ?? record?.status {
                return FoundAction(status: status, record: record)
            }
        } catch {
            // The launch knows the action, so it was accepted, whatever the disk says.
            if let status = current.action(id) {
                return FoundAction(status: status, record: nil, failure: error)
            }
            throw .storeFailed(message: error.description)
        }
        throw .noSuchAction(id.description)
    }
}
