extension ActionBook {
    /// How many actions are in each state, by its word; of ended ones the last that are kept here.
    ///
    /// Takes time for each kind and for each ended one, however many wait. One whose end is being
    /// stored is counted once that is done.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for kind in kinds.values {
            counts["waiting", default: 0] += kind.waiting
            guard let head = kind.head, let status = entries[head]?.status else { continue }
            counts[status.state.word, default: 0] += 1
        }
        for index in 0..<ended.count {
            guard let status = entries[ended[index]]?.status else { continue }
            counts[status.state.word, default: 0] += 1
        }
        return counts
    }
}
