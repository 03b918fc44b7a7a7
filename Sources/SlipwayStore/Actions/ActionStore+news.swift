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
        \(count) launch actions ran when the service ended; those of them that run again run one at \
        a time, so that one that ends it can be told from the others
        """
    }

    private func note(_ kind: StorageTrouble.Kind, _ error: StoreError) {
        note(StorageTrouble(kind, error.description, since: .now))
    }

    /// There is another trouble, or (`nil`) none any more.
    private func note(_ trouble: StorageTrouble?) {
        state.withLock { $0.trouble = (trouble, $0.trouble.number + 1) }
        tellTrouble()
    }

    /// Tells the launch how it is with the file, if there was anything to tell.
    ///
    /// Without the lock, since the launch takes it with its own lock held. If another thread comes between, this one
    /// tells again: so the last call tells what is true, and to the launch in service.
    func tellTrouble() {
        while true {
            let (launch, trouble) = state.withLock { ($0.launch, $0.trouble) }
            guard let launch, trouble.number > 0 else { return }
            launch.note(trouble.current)
            let isLast = state.withLock {
                $0.launch === launch && $0.trouble.number == trouble.number
            }
            if isLast { return }
        }
    }

    /// There is a file: it is stored from now on, and what earlier launches left runs.
    private func takeUp(_ found: ActionsFound) {
        if setAway(false) { onTrouble("the store of launch actions can be used, and is") }
        state.withLock { $0.trouble = (nil, $0.trouble.number + 1) }
        // Another launch may take the place of this one meanwhile: one of them is told all of it.
        while let launch {
            launch.storageIsThere()
            guard !launch.restore(found.open), launch !== self.launch else { return }
        }
    }

    /// There is no file: what is to be stored is refused.
    func doWithout(_ error: StoreError) {
        guard !state.withLock(\.isRequired) else {
            onTrouble("launch actions cannot be kept: \(error)")
            launch?.fail(
                Failure("launch actions cannot be kept, and storage is required: \(error)")
            )
            return
        }
        onTrouble(
            setAway(true)
                ? "launch actions are still not kept: \(error)"
                : "launch actions are not kept, and those that have to be are refused: \(error)"
        )
        note(.unavailable, error)
    }

    /// - Returns: Whether it was.
    private func setAway(_ isAway: Bool) -> Bool {
        state.withLock { state in
            defer { state.isAway = isAway }
            return state.isAway
        }
    }
}
