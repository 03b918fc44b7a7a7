/// The names that get a number of their own: so many of the first, all others share `other`.
///
/// Names come from the plan, so their number is bounded by it already, unless operations are added while a
/// launch runs.
struct KnownNames {
    static let other = "other"

    private let limit: Int
    private var known: Set<String> = []

    init(limit: Int) {
        self.limit = limit
    }

    mutating func label(_ name: String) -> String {
        if known.contains(name) { return name }
        guard known.count < limit else { return Self.other }
        known.insert(name)
        return name
    }
}
