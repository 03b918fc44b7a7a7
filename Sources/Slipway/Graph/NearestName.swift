/// Finds the declared name that the author of a wrong one probably meant.
///
/// The search takes a limited time in all: a file with thousands of wrong names gets its faults at
/// once, the later ones without advice.
package struct NearestName {
    /// The number of pairs of bytes that may still be compared: some tenths of a second in all.
    private var budget: Int

    /// Creates a search to be used for many names.
    package init() { self.init(budget: 50_000_000) }

    private init(budget: Int) { self.budget = budget }

    /// The name that a single wrong name probably means, as ``next(_:among:)`` finds it.
    ///
    /// Takes some hundredths of a second at most.
    package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        var search = NearestName(budget: 5_000_000)
        return search.next(name, among: candidates)
    }

    /// The candidate with the fewest edits to `name`, if those are few for its length.
    ///
    /// - Returns: The first of several; `nil` also when there was no time left to find it.
    package mutating func next(
        _ name: String,
        among candidates: some Sequence<String>
    ) -> String? {
        guard budget > 0 else { return nil }
        let wanted = Array(name.utf8)
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let length = candidate.utf8.count
            let bound = best.map { $0.distance - 1 } ?? limit
            let isLikely = abs(length - wanted.count) <= bound
            // Comparing a candidate costs something too.
            budget -= 10 + (isLikely ? length * wanted.count : 0)
            guard budget > 0 else { break }
            guard isLikely else { continue }
            let distance = Self.distance(wanted, Array(candidate.utf8))
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
