package import Slipway
internal import SlipwayInterface
internal import SlipwaySystem
internal import Synchronization

/// Stores what the launch decides, and tells it what earlier launches left.
extension ActionStore: ActionKeeper {
    /// Opens the file and tells the launch what it has; returns at once.
    ///
    /// Without a file, actions of kinds that are to be stored are refused until there is one; the
    /// launch goes on meanwhile, degraded, or fails, as the terms say.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - launch: The launch, which was created with this keeper and does not run yet.
    ///   - terms: What is to happen without a file.
    ///   - onTrouble: Called with what an operator should know, a sentence; from any thread.
    ///   - decode: Turns a stored payload into what the handler gets.
    package func begin(
        in folder: String,
        with launch: Launch,
        terms: StorageTerms = StorageTerms(),
        onTrouble: @escaping @Sendable (String) -> Void,
        decode: @escaping Decoding
    ) {
        guard let database else { return }
        state.withLock { state in
            state.launch = launch
            state.decode = decode
            state.onTrouble = onTrouble
            state.isRequired = terms.isRequired
        }
        if terms.isRequired { launch.awaitStorage() }
        do throws(ErrorNumber) {
            try database.start(in: folder, patience: terms.patience) { [self] in take($0) }
        } catch {
            let error = StoreError("there is no thread for the store: \(error)")
            doWithout(error)
            database.refuse(error)
        }
    }

    func onTrouble(_ trouble: String) { state.withLock(\.onTrouble)(trouble) }

    /// Waits until everything is stored.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: Whether it is.
    @discardableResult
    package func end(within limit: Duration) -> Bool {
        guard let database else { return true }
        let isStored = database.close(within: limit)
        if !isStored {
            onTrouble("the last changes of launch actions could not be stored within \(limit)")
        }
        state.withLock { $0.launch = nil }
        return isStored
    }

    package func keep(_ change: ActionChange) {
        guard let database else { return }
        switch change {
        case .accept(let id, let superseded):
            guard let pending = state.withLock({ $0.pending.removeValue(forKey: id) }) else {
                return
            }
            database.write(
                .accept(pending.action, expires: pending.expires, superseding: superseded)
            ) { [self] in accepted(pending, change, $0) }
        case .attempt(let id, let number, let isSynced):
            database.write(.attempt(id, number: number, isSynced: isSynced)) { [self] in
                begins(change, $0)
            }
        case .pause(let id, let failure, let pause):
            database.write(.pause(id, failure, for: pause)) { _ in }
        case .handOn(let id): database.write(.handOn(id)) { _ in }
        case .interrupted(let id, let counts):
            database.write(.interrupted(id, counts: counts)) { _ in }
        case .takeBack(let id, let attempts):
            database.write(.takeBack(id, attempts: attempts)) { _ in }
        case .end(let id, let end):
            let lastWords = state.withLock { $0.lastWords[id] }
            database.write(.end(id, end, lastWords: lastWords)) { [self] result in
                launch?.kept(change, succeeded(result, "the end", of: id))
            }
        }
    }

    var launch: Launch? { state.withLock(\.launch) }

    private func accepted(
        _ pending: Pending,
        _ change: ActionChange,
        _ result: Result<ActionWritten, StoreError>
    ) {
        switch result {
        case .success(.stored):
            launch?.kept(change, true)
            pending.completion(.success(.accepted(.disk)))
        case .success(.duplicate(let earlier)):
            launch?.kept(change, false)
            pending.completion(.success(.duplicate(earlier, .disk)))
        case .success(.conflict(let earlier)):
            launch?.kept(change, false)
            pending.completion(.success(.conflict(earlier)))
        case .success(.retried(let earlier)):
            launch?.kept(change, false)
            pending.completion(.success(.retried(earlier)))
        case .success(.begins), .success(.expired), .success(.lost): break
        case .failure(let error):
            launch?.kept(change, false)
            onTrouble("cannot store a new action: \(error)")
            pending.completion(.failure(.notStored(error)))
        }
    }

    private func begins(_ change: ActionChange, _ result: Result<ActionWritten, StoreError>) {
        switch result {
        case .success(.begins(let kind, let payload, let key)):
            do throws(Failure) {
                guard let decode = state.withLock(\.decode) else { return }
                var payload = try decode(kind, payload)
                payload.key = key
                launch?.kept(change, true, payload: payload)
            } catch {
                launch?.reject(change, .failed(error, operation: nil))
            }
        case .success(.expired): launch?.reject(change, .expired)
        case .success(.lost(let reason)):
            launch?.reject(change, .failed(Failure(reason), operation: nil))
        case .success(.stored), .success(.duplicate), .success(.conflict), .success(.retried):
            break
        case .failure:
            launch?.kept(change, succeeded(result, "the start", of: change.action))
        }
    }

    /// Whether a change is stored; if not, an operator is told.
    private func succeeded(
        _ result: Result<ActionWritten, StoreError>,
        _ what: String,
        of id: ActionID
    ) -> Bool {
        guard case .failure(let error) = result else { return true }
        let kind = launch?.action(id).map { " of kind '\($0.kind)'" } ?? ""
        onTrouble("cannot store \(what) of action '\(id)'\(kind): \(error); it is tried again")
        return false
    }
}
