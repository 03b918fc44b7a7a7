package import Slipway
package import SlipwayInterface
package import SlipwayJSON
package import SlipwayVarlink
internal import Synchronization

/// Keeps the actions of a launch until they have ended, and for a while after: in a file those that
/// outlive the process, in memory the others.
///
/// Accepted means kept: a new action takes its place in the launch, is stored, and only then are the
/// launch and the sender told that it is accepted.
package final class ActionStore: Sendable {
    /// Is told what became of a new action; from any thread, and must not block.
    package typealias Completion = @Sendable (Result<Admission, AdmissionFault>) -> Void
    /// Turns a stored payload into what the handler of a kind gets.
    package typealias Decoding =
        @Sendable (_ kind: String, JSONObject) throws(Failure) -> ActionPayload

    struct Pending: Sendable {
        let action: NewAction
        let expires: Duration?
        let completion: Completion
    }

    /// Whether there is a file to store in.
    enum Availability: Sendable {
        /// Nothing outlives the process: no folder was given.
        case none
        /// There is one, or there will be one soon.
        case expected
        /// There is none at present, for this reason.
        case isAway(StoreError)
    }

    struct State: Sendable {
        var launch: Launch?
        var decode: Decoding?
        var onTrouble: @Sendable (String) -> Void = { _ in }
        /// New actions that are not stored yet.
        var pending: [ActionID: Pending] = [:]
        /// The last lines of programs, until the ends of their actions were told.
        var lastWords: [ActionID: String] = [:]
        /// Whether the launch must not be without a file.
        var isRequired = false
        /// The kinds of which an action with a key is stored; empty before the file is open.
        var keyedKinds: Set<String> = []
    }

    let memory = MemoryStore()
    /// `nil` if nothing outlives the process.
    let database: ActionDatabase?
    let state = Mutex(State())
    /// Held while an action takes its place, so that the launch and this store agree on where it is
    /// kept.
    let availability: Mutex<Availability>

    /// Creates a store for one launch; see ``begin(in:with:terms:onTrouble:decode:)``.
    ///
    /// - Parameter isDurable: Whether there is a state directory.
    package init(isDurable: Bool) {
        database = isDurable ? ActionDatabase() : nil
        availability = Mutex(isDurable ? .expected : .none)
    }

    /// The keeper for the launch; `nil` if nothing outlives the process.
    package var keeper: (any ActionKeeper)? { database == nil ? nil : self }

    /// Submits an action to the launch.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - policy: That of its kind.
    ///   - enter: Submits it to the launch, which gives it its place.
    ///   - completion: Called once it is accepted or not, before this returns or later.
    package func submit(
        _ action: NewAction,
        _ policy: ActionPolicy,
        enter: @escaping @Sendable () throws(SubmitRefusal) -> ActionStatus,
        completion: @escaping Completion
    ) {
        guard policy.durability == .disk else { return submitInMemory(action, enter, completion) }
        let entered: Entered = availability.withLock { availability in
            switch availability {
            case .none: return .notToBeStored
            case .isAway(let error): return .notStored(error)
            case .expected:
                let pending = Pending(
                    action: action,
                    expires: policy.expires,
                    completion: completion
                )
                state.withLock { $0.pending[action.id] = pending }
                do throws(SubmitRefusal) { _ = try enter() } catch { return .refused(error) }
                return .isPending
            }
        }
        switch entered {
        case .isPending: break
        case .notToBeStored: completion(admitInMemory(action, enter))
        case .notStored(let error): completion(.failure(.notStored(error)))
        case .refused(let refusal):
            state.withLock { _ = $0.pending.removeValue(forKey: action.id) }
            refuse(action, refusal, completion)
        }
    }

    /// What became of an action that was to take its place.
    private enum Entered {
        case isPending, notToBeStored
        case notStored(StoreError)
        case refused(SubmitRefusal)
    }

    /// Of one key the stored action counts, which is of an earlier configuration that had its kind
    /// stored: the file is asked if it has such keys.
    private func submitInMemory(
        _ action: NewAction,
        _ enter: @escaping @Sendable () throws(SubmitRefusal) -> ActionStatus,
        _ completion: @escaping Completion
    ) {
        // Held, so that no file is taken up in between.
        let admitted = availability.withLock { _ in
            isToBeFound(action) ? nil : admitInMemory(action, enter)
        }
        if let admitted { return completion(admitted) }
        database?.read { [self] reading in
            do throws(StoreError) {
                let obstacle = try reading.obstacle(to: action)
                completion(obstacle.map { .success($0) } ?? admitInMemory(action, enter))
            } catch {
                // What needs no file is taken while there is none.
                completion(admitInMemory(action, enter))
            }
        }
    }

    /// Whether what is stored may say what becomes of an action that is to be in memory only.
    private func isToBeFound(_ action: NewAction) -> Bool {
        guard database != nil else { return false }
        if action.isOnlyRetry { return true }
        return action.key != nil && state.withLock { $0.keyedKinds.contains(action.kind) }
    }

    private func admitInMemory(
        _ action: NewAction,
        _ enter: () throws(SubmitRefusal) -> ActionStatus
    ) -> Result<Admission, AdmissionFault> {
        let admission = memory.admit(action)
        guard case .accepted = admission else { return .success(admission) }
        do throws(SubmitRefusal) {
            memory.note(try enter())
            return .success(admission)
        } catch {
            memory.withdraw(action.id)
            return .failure(.refused(error))
        }
    }

    /// The launch does not take an action; it may have taken the same one earlier.
    private func refuse(
        _ action: NewAction,
        _ refusal: SubmitRefusal,
        _ completion: @escaping Completion
    ) {
        guard let database, action.key != nil else {
            return completion(.failure(.refused(refusal)))
        }
        database.read { reading in
            do throws(StoreError) {
                guard let (earlier, isSame) = try reading.find(action) else {
                    return completion(.failure(.refused(refusal)))
                }
                completion(.success(isSame ? .duplicate(earlier, .disk) : .conflict(earlier)))
            } catch {
                completion(.failure(.notStored(error)))
            }
        }
    }

    /// Finds the record of an action.
    ///
    /// - Parameters:
    ///   - id: Its identity.
    ///   - completion: Called with it, before this returns or later; `nil` for none.
    package func record(
        _ id: ActionID,
        completion: @escaping @Sendable (Result<StoredAction?, StoreError>) -> Void
    ) {
        if let record = memory.action(id) { return completion(.success(record)) }
        guard let database else { return completion(.success(nil)) }
        database.read { reading in
            completion(Result { () throws(StoreError) in try reading.record(id) })
        }
    }
}

/// What is asked of the records.
extension ActionStore {
    /// Finds the identities that begin with a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: At most so many.
    ///   - completion: Called with them, in their order, before this returns or later.
    package func identities(
        beginning text: String,
        upTo limit: Int,
        completion: @escaping @Sendable (Result<[ActionID], StoreError>) -> Void
    ) {
        let known = memory.identities(beginning: text)
        guard let database else { return completion(.success(Array(known.prefix(limit)))) }
        database.read { reading in
            completion(
                Result { () throws(StoreError) in
                    let stored = try reading.identities(beginning: text, upTo: limit)
                    let all = Set(known + stored).sorted { $0.description < $1.description }
                    return Array(all.prefix(limit))
                }
            )
        }
    }

    /// Who sent an action that is in memory only, and its key.
    package func origin(ofUnstored id: ActionID) -> (sender: ActionSender, key: String?)? {
        memory.action(id).map { ($0.sender, $0.key) }
    }

    /// Finds records in the order of acceptance.
    ///
    /// - Parameters:
    ///   - filter: Which.
    ///   - completion: Called with them, before this returns or later.
    package func page(
        _ filter: ActionFilter,
        completion: @escaping @Sendable (Result<StoredPage, StoreError>) -> Void
    ) {
        guard let database else { return completion(.success(StoredPage())) }
        database.read { reading in
            completion(Result { () throws(StoreError) in try reading.page(filter) })
        }
    }

    /// Makes a copy of what is stored.
    ///
    /// - Parameter completion: Called with it, before this returns or later.
    package func copy(
        completion: @escaping @Sendable (Result<StoreCopy, StoreError>) -> Void
    ) {
        guard let database else {
            return completion(
                .failure(StoreError("nothing is stored: the service has no state directory"))
            )
        }
        database.copy(completion: completion)
    }

    /// Those of a launch's actions that are only in memory, without the purged ones.
    package func unstored(of launch: Launch) -> [ActionStatus] {
        guard database == nil else { return memory.identities.compactMap { launch.action($0) } }
        return launch.report.actions.filter { action in
            // One that the service itself submitted has no record; it is listed while it is open.
            memory.action(action.id) != nil || !action.state.isEnded
        }
    }

    /// Lets go of the records of all actions that have ended.
    ///
    /// - Parameter completion: Called with their number, before this returns or later.
    package func purge(completion: @escaping @Sendable (Result<Int, StoreError>) -> Void) {
        let count = memory.purge()
        guard let database else { return completion(.success(count)) }
        database.read { reading in
            completion(Result { () throws(StoreError) in count + (try reading.purge()) })
        }
    }
}

/// What is told of actions.
extension ActionStore {
    /// Keeps the last line of an action's program, for those who may read the payload, which the
    /// line may repeat.
    package func note(lastWords: String, of id: ActionID) {
        guard memory.action(id) == nil else { return memory.note(lastWords: lastWords, of: id) }
        state.withLock { $0.lastWords[id] = lastWords.cut(to: TextLimit.message) }
    }

    /// The status for those who may read the payload.
    package func detailed(_ status: ActionStatus) -> ActionStatus {
        status.detailed(
            memory.action(status.id)?.lastWords ?? state.withLock { $0.lastWords[status.id] }
        )
    }

    /// Takes the status of an action that was told; an older status than the known one is ignored.
    package func note(_ status: ActionStatus) {
        memory.note(status)
        guard status.state.isEnded else { return }
        state.withLock { _ = $0.lastWords.removeValue(forKey: status.id) }
    }

    /// Handles lost changes: `status` returns the status of an action, or `nil` for one that ended
    /// so long ago that it was forgotten.
    package func noteLoss(_ status: (ActionID) -> ActionStatus?) {
        memory.noteLoss(status)
        for id in state.withLock({ Array($0.lastWords.keys) })
        where status(id)?.state.isEnded != false {
            state.withLock { _ = $0.lastWords.removeValue(forKey: id) }
        }
    }
}
