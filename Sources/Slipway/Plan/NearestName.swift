/// Finds the declared name that somebody probably meant.
package enum NearestName {
    /// The candidate with the fewest edits to `name`, if those are few for its length; the first
    /// of several.
    ///
    /// - Complexity: Linear in the candidates' total length times the length of `name`. Gives up
    ///   after 10 000 candidates: advice is not worth a second.
    package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.utf8)
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates.prefix(10_000) {
            let bound = best.map { $0.distance - 1 } ?? limit
            guard abs(candidate.utf8.count - wanted.count) <= bound else { continue }
            let distance = distance(wanted, Array(candidate.utf8))
            if distance <= bound { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Optimal string alignment: insertions, deletions, substitutions, and swaps of neighbours.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(last[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
