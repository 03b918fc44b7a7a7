package import Slipway
internal import SlipwayRecords
internal import SlipwaySystem
internal import Synchronization

/// Stores what the launch decides, and tells it what earlier launches left.
extension ActionStore: ActionKeeper {
    /// Opens the file and tells the launch what it has; returns at once.
    ///
    /// If there can be no file, the launch goes on without: what it accepts is lost with the process,
    /// and every reply says so.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - launch: The launch, which was created with this keeper.
    ///   - onTrouble: Called with what an operator should know, a sentence; from any thread.
    ///   - decode: Turns a stored payload into what the handler gets.
    package func begin(
        in folder: String,
        with launch: Launch,
        onTrouble: @escaping @Sendable (String) -> Void,
        decode: @escaping Decoding
    ) {
        guard let database else { return }
        state.withLock { state in
            state.launch = launch
            state.decode = decode
            state.onTrouble = onTrouble
        }
        do throws(ErrorNumber) {
            try database.start(in: folder) {
                onTrouble("cannot let go of old records of launch actions: \($0)")
            } opened: { [self] result in
                switch result {
                case .success(let found):
                    for finding in found.findings { onTrouble(finding) }
                    if found.suspects > 0 { onTrouble(Self.words(ofSuspects: found.suspects)) }
                    launch.restore(found.open)
                case .failure(let error): doWithout(error.description)
                }
            }
        } catch {
            let error = StoreError("there is no thread for the store: \(error)")
            doWithout(error.description)
            database.refuse(error)
        }
    }

    private static func words(ofSuspects count: Int) -> String {
        """
        \(count) launch actions ran when the service ended; those of them that run again run one at \
        a time, so that one that ends it can be told from the others
        """
    }

    private func onTrouble(_ trouble: String) { state.withLock(\.onTrouble)(trouble) }

    private func doWithout(_ reason: String) {
        onTrouble(
            "launch actions are kept in memory only, and are lost when the service ends: \(reason)"
        )
        isUsable.withLock { isUsable in
            isUsable = false
            state.withLock(\.launch)?.doWithoutStore()
        }
    }

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
                // Without a file nothing has to be stored.
                let isDone = isUsable.withLock { !$0 } || succeeded(result, "the end", of: id)
                launch?.kept(change, isDone)
            }
        }
    }

    private var launch: Launch? { state.withLock(\.launch) }

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
        case .success(.begins), .success(.expired), .success(.lost): break
        case .failure(let error):
            guard isUsable.withLock({ $0 }) else { return acceptInMemory(pending, change) }
            launch?.kept(change, false)
            onTrouble("cannot store a new action: \(error)")
            pending.completion(.failure(.notStored(error)))
        }
    }

    /// It has its place, and there is no file after all.
    private func acceptInMemory(_ pending: Pending, _ change: ActionChange) {
        let admission = memory.admit(pending.action)
        if case .accepted = admission {
            launch?.kept(change, true)
            if let status = launch?.action(pending.action.id) { memory.note(status) }
        } else {
            launch?.kept(change, false)
        }
        pending.completion(.success(admission))
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
        case .success(.stored), .success(.duplicate), .success(.conflict): break
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
