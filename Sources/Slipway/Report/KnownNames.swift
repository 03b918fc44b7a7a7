/// The names that are labels of metrics: the first ones, up to a limit; all others share `other`.
///
/// Names come from the plan, so their number is bounded by it already, unless operations are added while a
/// launch runs.
package struct KnownNames: Sendable {
    package static let other = "other"

    private let limit: Int
    private var known: Set<String> = []

    package init(limit: Int) {
        self.limit = limit
    }

    package mutating func label(_ name: String) -> String {
        if known.contains(name) { return name }
        guard known.count < limit else { return Self.other }
        known.insert(name)
        return name
    }
}
