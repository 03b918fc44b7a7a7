package import Slipway
internal import SlipwayInterface
internal import SlipwaySystem
internal import Synchronization

/// Stores what the launch decides, and tells it what earlier launches left.
extension ActionStore: ActionKeeper {
    package var isDurable: Bool { database.isDurable }

    /// Answers a launch from now on; to be called before it gets its first action.
    ///
    /// - Parameters:
    ///   - launch: The launch, which was created with this keeper.
    ///   - decode: Turns a stored payload into what the handler gets.
    package func serve(_ launch: Launch, decode: @escaping Decoding) {
        state.withLock { state in
            state.launch = state.launch ?? launch
            state.served[launch.id] = (launch, decode)
        }
    }

    /// Tells another launch, which is served already, the news of the file from now on, beginning
    /// with the trouble that there is.
    package func replaceLaunch(with launch: Launch) {
        state.withLock { $0.launch = launch }
        tellTrouble()
    }

    /// Stops serving a launch, which has ended.
    package func forget(_ launch: Launch) {
        state.withLock { $0.served[launch.id] = nil }
    }

    /// Opens the file and tells the launch what the file has; returns at once.
    ///
    /// Without a file, actions of kinds that are to be stored are refused until there is one; the
    /// launch goes on meanwhile, degraded, or fails, as the terms say.
    ///
    /// - Parameters:
    ///   - folder: The state directory.
    ///   - terms: What is to happen without a file.
    ///   - first: Called on the store's thread, before the file is opened.
    ///   - onTrouble: Called with what an operator should know, a sentence; from any thread.
    package func open(
        in folder: String,
        terms: StorageTerms = StorageTerms(),
        first: (@Sendable () -> Void)? = nil,
        onTrouble: @escaping @Sendable (String) -> Void
    ) {
        state.withLock { state in
            state.onTrouble = onTrouble
            state.isRequired = terms.isRequired
        }
        if terms.isRequired { launch?.awaitStorage() }
        do throws(Thread.Refusal) {
            try database.start(
                in: folder,
                upTo: terms.maximum,
                patience: terms.patience,
                first: first
            ) { [self] in
                take($0)
            }
        } catch {
            doWithout(.noThread(error))
            database.refuse(.noThread(error))
        }
    }

    /// Starts the thread that the store needs where there is no file; to be called before the
    /// launch gets an action.
    ///
    /// - Throws: There is no thread.
    package func prepare() throws(StoreError) { try database.prepare() }

    func onTrouble(_ trouble: String) { state.withLock(\.onTrouble)(trouble) }

    /// Waits until everything is stored.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: Whether everything is stored.
    @discardableResult
    package func end(within limit: Duration) -> Bool {
        let isStored = database.close(within: limit)
        if !isStored {
            onTrouble("the last changes of launch actions could not be stored within \(limit)")
        }
        state.withLock { state in
            state.launch = nil
            state.served = [:]
        }
        return isStored
    }

    package func keep(_ change: ActionChange, _ times: ActionTimes, for launchID: String) {
        var handler = HandlerResult()
        switch change {
        case .end(let id, _): handler = state.withLock { $0.results[id] } ?? handler
        // Another attempt follows, perhaps much later.
        case .backOff(let id, _, _), .handOn(let id), .interrupted(let id, _):
            state.withLock { $0.results[id] = nil }
        case .accept, .attempt, .takeBack: break
        }
        database.write(change, times, result: handler) { [self] result in
            answer(launchID, change, result)
        }
    }

    var launch: Launch? { state.withLock(\.launch) }

    /// Tells the launch what became of a change.
    private func answer(
        _ launchID: String,
        _ change: ActionChange,
        _ result: Result<ActionWritten, StoreError>
    ) {
        guard let (launch, decode) = state.withLock({ $0.served[launchID] }) else { return }
        switch result {
        case .success(.answer(let answer)): launch.kept(change, answer)
        case .success(.begins(let kind, let payload, let key)):
            do throws(Failure) {
                var payload = try decode(kind, payload)
                payload.key = key
                launch.kept(change, .stored, payload: payload)
            } catch {
                launch.kept(change, .rejected(.failed(error, operation: nil)))
            }
        case .failure(let error):
            tellTrouble(launch, change, error)
            launch.kept(change, .refused(error))
        }
    }

    /// Tells an operator what could not be stored.
    private func tellTrouble(_ launch: Launch, _ change: ActionChange, _ error: StoreError) {
        let what: String
        switch change {
        case .accept:
            guard state.withLock({ !$0.isAway && $0.silence == nil }) else { return }
            return onTrouble("cannot store a new action: \(error)")
        case .attempt: what = "the start"
        case .end: what = "the end"
        case .backOff, .handOn, .interrupted, .takeBack: return
        }
        let id = change.action
        let kind = launch.action(id).map { " of kind '\($0.kind)'" } ?? ""
        onTrouble("cannot store \(what) of action '\(id)'\(kind): \(error); it is tried again")
    }
}
