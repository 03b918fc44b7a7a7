@testable import Slipway

/// The steps of the store; a crash may come after each step.
extension BookExploration {
    /// Writes some of what has come, which the book does not know yet.
    mutating func write() {
        guard disk.reports.isEmpty, !disk.pending.isEmpty else { return }
        // Until the file is open, only what is in memory can be written.
        guard book.inheritance.isKnown || !disk.isKept(disk.pending[0]) else { return }
        let isFull = random.chance(10)
        var faults = disk.pending.map { fault(of: $0, isFull) }[...]
        let most =
            book.inheritance.isKnown
            ? disk.pending.count : disk.pending.prefix { !disk.isKept($0) }.count
        let count = random.number(1...most)
        trace?("write \(disk.pending.prefix(count))")
        disk.write(count) { _ in faults.popFirst() ?? nil }
    }

    private mutating func fault(of change: ActionChange, _ isFull: Bool) -> ModelTable.Fault? {
        if isFull, random.chance(50) { return .full }
        guard case .attempt(let id, _, _, _, _) = change, let kind = disk.sent[id]?.kind else {
            return nil
        }
        switch random.number(0...29) {
        case 0: return policies[kind].expires == nil ? nil : .late
        case 1: return .damaged
        case 2: return .undecodable
        default: return nil
        }
    }

    /// Tells the book what became of one change.
    mutating func report() {
        guard let report = disk.report() else { return }
        trace?("\(report.answer) \(report.change)")
        ledger.answered(report)
        book.stored(report.change, report.answer, at: now)
        settle()
        if report.change.isAcceptance, report.answer == .stored {
            ledger.isLatest(report.change.action, book)
        }
    }
}
