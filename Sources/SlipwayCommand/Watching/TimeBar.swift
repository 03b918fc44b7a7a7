internal import Slipway
internal import SlipwayReport

/// The times of an operation, running and waiting, along a time axis.
struct TimeBar {
    /// Cells that look the same.
    private struct Look: Hashable {
        var glyph: Character
        var ink: Ink?
    }

    let axis: WatchAxis
    let glyphs: Glyphs
    let style: Style

    /// The bar of an operation, as wide as the axis.
    func text(_ operation: OperationStatus, _ phases: [TimePhase]) -> String {
        let blank = Look(glyph: " ", ink: nil)
        var cells = Array(repeating: (look: blank, share: 0.0), count: axis.width)
        for phase in phases {
            guard let glyph = glyphs.bar(phase.kind, isGroup: operation.isGroup) else { continue }
            let look = Look(glyph: glyph, ink: ink(phase, operation))
            let (start, end) = (axis.place(phase.start), axis.place(phase.end))
            let first = min(Int(start), axis.width - 1)
            for cell in first...max(first, min(Int(end), axis.width - 1)) {
                let share = min(end, Double(cell + 1)) - max(start, Double(cell))
                // An attempt is seen however short it is.
                let isSeen = phase.isAttempt && cell == first
                if share > cells[cell].share || isSeen {
                    cells[cell] = (look, max(share, cells[cell].share))
                }
            }
        }
        return cells.map(\.look).chunked().map { look, count in
            style.inked(String(repeating: look.glyph, count: count), look.ink)
        }.joined()
    }

    private func ink(_ phase: TimePhase, _ operation: OperationStatus) -> Ink {
        guard case .attempt(let number) = phase.kind else {
            return phase.kind == .fallback ? .busy : .faint
        }
        if let attempt = operation.attempts.first(where: { $0.number == number }) {
            return attempt.failure == nil ? .good : .bad
        }
        switch operation.outcome {
        case nil: return .busy
        case .succeeded, .notNeeded: return .good
        case .degraded, .failed: return .bad
        case .cancelled, .skipped: return .faint
        }
    }
}

extension TimePhase {
    fileprivate var isAttempt: Bool { if case .attempt = kind { true } else { false } }
}

extension Array where Element: Hashable {
    /// Equal neighbours, with their number.
    fileprivate func chunked() -> [(Element, Int)] {
        reduce(into: []) { runs, element in
            if let last = runs.last, last.0 == element {
                runs[runs.count - 1].1 += 1
            } else {
                runs.append((element, 1))
            }
        }
    }
}
