internal import Slipway
internal import Synchronization

/// The news of the file, for the launch and for operators.
extension ActionStore {
    func take(_ news: StoreNews) {
        switch news {
        case .finding(let finding): onTrouble(finding)
        case .opened(let found):
            if found.suspects > 0 { onTrouble(Self.words(ofSuspects: found.suspects)) }
            takeUp(found)
        case .keyIsStored(let id, let holder): launch?.supersede(id, by: holder)
        case .waits(let error):
            onTrouble("the store of launch actions is waited for: \(error)")
            note(.awaited, error)
        case .isAway(let error): doWithout(error)
        case .silent(let error, let isAwaited, let unanswered):
            fellSilent(error, isAwaited: isAwaited, unanswered)
        case .answers:
            onTrouble("the store of launch actions answers again")
            state.withLock { $0.note(silence: nil) }
            tellTrouble()
        case .damage(let damage):
            let trouble = damage.map { StorageTrouble(.damaged, $0.words, since: .now) }
            onTrouble(
                trouble?.words ?? "the damaged files beside the store of launch actions are gone"
            )
            state.withLock { $0.note(damage: trouble) }
            tellTrouble()
        case .cannotStore(let error): note(.failing, error)
        case .stores:
            onTrouble("launch actions can be stored again")
            note(nil)
        case .fills(let error):
            onTrouble("the store of launch actions is almost full: \(error)")
            note(.filling, error)
        case .hasRoom:
            onTrouble("the store of launch actions has room again")
            note(nil)
        case .keepsOldRecords(let error):
            onTrouble("cannot let go of old records of launch actions: \(error)")
        }
    }

    private static func words(ofSuspects count: Int) -> String {
        """
        \(count) launch actions ran when the service ended; those that run again run one at a \
        time, so that one that ends the service can be told from the others
        """
    }

    private static func refusing(_ error: StoreError) -> String {
        "launch actions cannot be stored; kinds that have to be stored are refused: \(error)"
    }

    private func note(_ kind: StorageTrouble.Kind, _ error: StoreError) {
        note(StorageTrouble(kind, error.description, since: .now))
    }

    /// There is another trouble, or (`nil`) none any more.
    private func note(_ trouble: StorageTrouble?) {
        state.withLock { $0.note(trouble) }
        tellTrouble()
    }

    /// The file does not answer: tells the senders whose new actions are not accepted yet.
    private func fellSilent(_ error: StoreError, isAwaited: Bool, _ unanswered: [ActionID]) {
        let (launches, isRequired) = state.withLock { state in
            let kind: StorageTrouble.Kind = isAwaited ? .awaited : .unavailable
            let since = state.silence?.since ?? .now
            state.note(silence: StorageTrouble(kind, error.description, since: since))
            return (state.served.values.map(\.launch), state.isRequired && !state.hasBeenOpen)
        }
        onTrouble(
            isAwaited
                ? "the store of launch actions is waited for: \(error)"
                : Self.refusing(error)
        )
        tellTrouble()
        if isRequired, !isAwaited { failWithout(error) }
        for id in unanswered { for launch in launches { launch.isUnanswered(id, error) } }
    }

    /// Tells the launch the trouble with the file, or that there is none, once there was anything
    /// to tell.
    ///
    /// The store's lock is not held meanwhile, since the launch takes that with its own lock held.
    /// If another thread comes between, this one tells again: so the last call tells the truth, to
    /// the launch in service.
    package func tellTrouble() {
        while true {
            let (launch, trouble, number) = state.withLock {
                ($0.launch, $0.trouble, $0.toldTroubles)
            }
            guard let launch, number > 0 else { return }
            launch.note(trouble)
            let isLast = state.withLock { $0.launch === launch && $0.toldTroubles == number }
            if isLast { return }
        }
    }

    /// There is a file: actions are stored from now on, and those that earlier launches left run.
    private func takeUp(_ found: ActionsFound) {
        if setAway(false) { onTrouble("the store of launch actions is in use now") }
        state.withLock { state in
            state.hasBeenOpen = true
            state.note(nil)
        }
        // Another launch may replace this one meanwhile: one of the two is told everything.
        while let launch {
            launch.storageIsThere()
            guard !launch.restore(found.open), launch !== self.launch else { break }
        }
        // There may be another trouble beside the one that is over.
        tellTrouble()
    }

    /// There is no file: what is to be stored is refused.
    func doWithout(_ error: StoreError) {
        guard !state.withLock(\.isRequired) else { return failWithout(error) }
        onTrouble(
            setAway(true)
                ? "launch actions still cannot be stored: \(error)"
                : Self.refusing(error)
        )
        note(.unavailable, error)
    }

    private func failWithout(_ error: StoreError) {
        onTrouble("launch actions cannot be stored: \(error)")
        launch?.fail(Failure("launch actions cannot be stored, and storage is required: \(error)"))
    }

    /// - Returns: Whether the file was away before.
    private func setAway(_ isAway: Bool) -> Bool {
        state.withLock { state in
            defer { state.isAway = isAway }
            return state.isAway
        }
    }
}

extension ActionStore.State {
    /// There is another trouble with what the file says, or (`nil`) none any more.
    fileprivate mutating func note(_ trouble: StorageTrouble?) {
        fileTrouble = trouble
        toldTroubles += 1
    }

    /// The file is silent, or (`nil`) not any more.
    fileprivate mutating func note(silence: StorageTrouble?) {
        self.silence = silence
        toldTroubles += 1
    }

    /// Damaged files lie beside the file, or (`nil`) not any more.
    fileprivate mutating func note(damage: StorageTrouble?) {
        self.damage = damage
        toldTroubles += 1
    }

    /// The trouble that counts: a file that is silent says nothing else, and what was damaged once matters less
    /// than what cannot be stored now.
    fileprivate var trouble: StorageTrouble? { silence ?? fileTrouble ?? damage }
}
