@testable import Slipway

/// The rules that hold between launches.
extension ActionLedger {
    /// The store has to know what senders were told, and how often each handler began.
    ///
    /// Not even a crash of the machine makes it forget what was accepted, how something ended, or
    /// that something began that must run once; only how often an idempotent action began.
    mutating func crashed(_ crash: ModelDisk.Crash, _ rows: [ActionID: ModelTable.Row]) {
        // Of several that ran, or were about to, none counts.
        let ran = rows.filter { $0.value.end == nil && $0.value.isRunning && !$0.value.isSuspect }
        for (id, page) in pages {
            if page.isKept, let row = rows[id] {
                let isCause = ran.count == 1 && ran[id] != nil
                pages[id]?.interruptions = row.interruptions + (isCause ? 1 : 0)
            }
            pages[id]?.isRunning = false
            pages[id]?.isLeftBehind = false
            pages[id]?.isPostponed = false
            if page.isKept {
                compare(id, page, rows[id], after: crash)
            } else {
                pages[id]?.isLost = true
                require(rows[id] == nil, "\(id) is stored, and was to be kept in memory")
            }
        }
    }

    private mutating func compare(
        _ id: ActionID,
        _ page: Page,
        _ row: ModelTable.Row?,
        after crash: ModelDisk.Crash
    ) {
        require(row == nil || !page.isRefused, "\(id) is stored, and was refused")
        guard let row else {
            return require(!page.isAccepted || page.isPurged, "\(id) is lost")
        }
        // Its record is there again, or still.
        pages[id]?.isPurged = false
        require(
            page.end == nil || page.end == row.end,
            "\(id): told \(page.end.map { "\($0)" } ?? ""), stored \(row.end.map { "\($0)" } ?? "")"
        )
        let unknown = page.begun - row.attempts
        guard unknown > page.forgotten else { return }
        let mayForget = crash == .power && policies[page.kind].effect == .idempotent
        require(mayForget, "\(id) began \(page.begun) times, stored are \(row.attempts)")
        pages[id]?.forgotten = unknown
    }

    /// The book counts right, and nothing waits in vain.
    mutating func check(_ book: ActionBook) {
        for (id, entry) in book.entries.byID where entry.isOpen && entry.state != .reserved {
            guard entry.successor == nil else { continue }
            let isInVain = book.closing != nil || book.kinds[entry.kind]?.unmet != nil
            require(
                !isInVain || entry.isPostponed,
                "\(id) waits in vain, and its sender does not know"
            )
        }
        for (number, kind) in book.kinds {
            let waiting = book.entries.byID.filter { id, entry in
                entry.kind == number && entry.isOpen && !kind.taken.contains(id)
            }
            require(
                kind.waiting == waiting.count,
                "k\(number) has \(waiting.count) waiting, and counts \(kind.waiting)"
            )
            let present = book.entries.byID.values.filter { entry in
                entry.kind == number && !entry.isPostponed && entry.state != .ending
                    && entry.state != .ended
            }
            require(
                kind.present == present.count,
                "k\(number) has \(present.count) for this launch, and counts \(kind.present)"
            )
            require(
                kind.taken.count <= kind.policy.width,
                "k\(number) has \(kind.taken.count) slots taken, and is \(kind.policy.width) wide"
            )
        }
        checkKeys(book)
    }

    /// Everything has come to an end.
    mutating func finished(_ rows: [ActionID: ModelTable.Row]) {
        for (id, page) in pages where page.isAccepted && !page.isLost {
            let isStored = page.end == rows[id]?.end || page.isPurged
            require(page.end != nil || page.isPurged, "\(id) never ended")
            require(!page.isKept || isStored, "\(id): its end is not stored")
        }
    }
}
