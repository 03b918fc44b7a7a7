internal import SlipwayConfiguration
internal import SlipwayInterface
internal import SlipwayOperations

extension ReloadPlan {
    /// `2 operations run, 5 stay, 1 goes`.
    var summary: String {
        let counts = Fate.allCases.map { fate in (fate, steps.count { $0.fate == fate }) }
        let words = counts.filter { $0.1 > 0 }.map { fate, count in
            "\(count) \(fate.words(count))"
        }
        return words.isEmpty ? "no operations" : words.joined(separator: ", ")
    }
}

extension ReloadPlan.Fate {
    /// The fate as the interface names it.
    var told: ReloadStep.Fate {
        switch self {
        case .stays: .stays
        case .signalled: .signalled
        case .runs: .runs
        case .replaced: .replaced
        case .overlaps: .overlaps
        case .goes: .goes
        }
    }

    fileprivate func words(_ count: Int) -> String {
        switch self {
        case .stays: count == 1 ? "stays" : "stay"
        case .signalled: count == 1 ? "gets a signal" : "get a signal"
        case .runs: count == 1 ? "runs" : "run"
        case .replaced: count == 1 ? "is replaced" : "are replaced"
        case .overlaps: count == 1 ? "is replaced without a gap" : "are replaced without a gap"
        case .goes: count == 1 ? "goes" : "go"
        }
    }
}
