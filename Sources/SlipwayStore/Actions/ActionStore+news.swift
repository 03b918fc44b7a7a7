internal import Slipway
internal import Synchronization

/// What becomes of the file, for the launch and for operators.
extension ActionStore {
    func take(_ news: StoreNews) {
        switch news {
        case .finding(let finding): onTrouble(finding)
        case .opened(let found):
            if found.suspects > 0 { onTrouble(Self.words(ofSuspects: found.suspects)) }
            takeUp(found)
        case .waits(let error):
            onTrouble("the store of launch actions is waited for: \(error)")
            note(.awaited, error)
        case .isAway(let error): doWithout(error)
        case .cannotStore(let error): note(.failing, error)
        case .stores:
            onTrouble("launch actions can be stored again")
            launch?.note(nil)
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
        launch?.note(StorageTrouble(kind, error.description, since: .now))
    }

    /// There is a file: it is stored from now on, and what earlier launches left runs.
    private func takeUp(_ found: ActionsFound) {
        let wasAway = availability.withLock { availability in
            defer {
                availability = .expected
                launch?.storageIsThere()
            }
            if case .isAway = availability { return true }
            return false
        }
        if wasAway { onTrouble("the store of launch actions can be used, and is") }
        launch?.restore(found.open)
        settleKeys(of: found.keyedKinds)
    }

    /// Of one key the stored action counts: what waits in memory with the same one does not run.
    private func settleKeys(of kinds: Set<String>) {
        let known = availability.withLock { _ in
            state.withLock { $0.keyedKinds = kinds }
            return memory.keys(of: kinds)
        }
        guard !known.isEmpty else { return }
        database?.read { [self] reading in
            for (key, id) in known {
                // A file that cannot be read any more tells so itself.
                guard let holder = try? reading.holder(of: key) else { continue }
                memory.letGo(of: key, held: id)
                launch?.supersede(id, by: holder)
            }
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
        let isNew = availability.withLock { availability in
            defer {
                availability = .isAway(error)
                launch?.doWithoutStore()
            }
            if case .isAway = availability { return false }
            return true
        }
        onTrouble(
            isNew
                ? "launch actions are not kept, and those that have to be are refused: \(error)"
                : "launch actions are still not kept: \(error)"
        )
        note(.unavailable, error)
    }
}
