@testable import Slipway

/// The rules of order and of keys.
extension ActionLedger {
    /// None that was accepted earlier is passed: of the kind, or of those with the same order key.
    func passed(by id: ActionID, _ policy: ActionPolicy, _ book: ActionBook) -> [ActionID] {
        guard let entry = book.entries[id], let kind = book.kinds[entry.kind] else { return [] }
        let open = book.entries.byID.filter { other, its in
            its.kind == entry.kind && other != id && (its.isOpen || its.isWithEngine)
        }
        let earlier = acceptances.prefix { $0 != id }.filter { open[$0] != nil }
        guard let name = policy.keyNames.order else {
            // One that is taken may wait for its next attempt, or for the end of its handler.
            return earlier.filter {
                !kind.taken.contains($0) || book.entries[$0]?.state == .offered
            }
        }
        let members = kind.keyed?.members ?? [:]
        let key = members[id]?.keys.order
        return earlier.filter { other in
            let its = members[other]?.keys.order
            // One with another order key than the kind has now comes before all that have it.
            return its == key
                || key?.text.hasPrefix(name) == true && its?.text.hasPrefix(name) != true
        }
    }

    mutating func begins(_ id: ActionID, of kind: Int, _ policy: ActionPolicy, _ book: ActionBook) {
        let passed = passed(by: id, policy, book)
        require(passed.isEmpty, "\(id) of k\(kind) begins before \(passed)")
        guard policy.keyNames.order != nil, let members = book.kinds[kind]?.keyed?.members,
            let key = members[id]?.keys.order
        else { return }
        let running = pages.filter { $0.value.kind == kind && $0.value.isRunning }.keys
            .filter { lines[$0] == key }
        require(running.isEmpty, "\(id) begins, and \(running) of its line run")
        lines[id] = key
    }

    /// No other one with the same unique key is open.
    mutating func isOnlyOpen(_ id: ActionID, _ keys: ActionKeys?, _ book: ActionBook) {
        guard let unique = keys?.unique, let kind = book.entries[id]?.kind else { return }
        let others = book.entries.byID.filter { other, entry in
            other != id && entry.kind == kind && (entry.isOpen || entry.isWithEngine)
                && book.kinds[kind]?.keyed?.members[other]?.keys.unique == unique
        }
        require(others.isEmpty, "\(id) is taken, and \(others.keys) is open")
    }

    /// An action that counts in place of another one is open, and has the same key.
    mutating func isOpen(_ id: ActionID, _ keys: ActionKeys?, _ book: ActionBook) {
        let entry = book.entries[id]
        require(
            entry.map { $0.isOpen || $0.isWithEngine } ?? false,
            "\(id) counts in place of another, and is not open"
        )
        let kind = entry.flatMap { book.kinds[$0.kind] }
        require(
            kind?.keyed?.members[id]?.keys.unique == keys?.unique,
            "\(id) counts in place of one with another key"
        )
    }

    /// An accepted action of which only the latest runs has none before it that waits.
    mutating func isLatest(_ id: ActionID, _ book: ActionBook) {
        guard let entry = book.entries[id], entry.isOpen, let kind = book.kinds[entry.kind],
            kind.policy.coalescing == .latest
        else { return }
        let members = kind.keyed?.members ?? [:]
        let key = members[id]?.keys.coalescing
        let earlier = acceptances.prefix { $0 != id }.filter { other in
            guard let its = book.entries[other], its.kind == entry.kind, its.isOpen else {
                return false
            }
            let isSame =
                kind.policy.keyNames.coalescing == nil
                || key != nil && members[other]?.keys.coalescing == key
            return isSame && its.state != .reserved && its.successor == nil
        }
        require(earlier.isEmpty, "\(id) is the latest, and \(earlier) wait")
    }

    /// The open one of a unique key is alone.
    mutating func checkKeys(_ book: ActionBook) {
        guard book.inheritance.isKnown else { return }
        for (number, kind) in book.kinds {
            let waiting = book.entries.byID.filter { _, entry in
                entry.kind == number && entry.isOpen && entry.state != .reserved
                    && entry.successor == nil
            }
            let members = kind.keyed?.members ?? [:]
            for (id, entry) in waiting where !entry.isWithEngine && entry.attempts == 0 {
                guard let unique = members[id]?.keys.unique, kind.keyed?.isNew(id) == true else {
                    continue
                }
                let owner = kind.keyed?.open[unique]
                require(owner == id, "\(id) waits, and the open one of its key is another")
            }
            require(
                Set(members.keys)
                    == Set(
                        book.entries.byID.filter {
                            $0.value.kind == number
                                && ($0.value.isOpen || $0.value.isWithEngine)
                        }.keys
                    ) || kind.keyed == nil,
                "k\(number) has keys of others than its open actions"
            )
        }
    }
}

extension ActionKeys? {
    /// The keys, for a trace.
    var words: String {
        [self?.order, self?.unique, self?.coalescing].compactMap { $0?.text }
            .joined(separator: " ")
    }
}
