/// The operations that the handlers of launch actions have added, each for as long as the attempt that added it.
struct AttemptAdditions: Sendable {
    /// The consumers whose handlers added them.
    private var owners: [Int: Int] = [:]
    private var additions: [Int: [Int]] = [:]

    /// The consumer to whose attempt an operation belongs; `nil` for the launch's own.
    func owner(of index: Int) -> Int? { owners.isEmpty ? nil : owners[index] }

    mutating func add(_ indices: [Int], by consumer: Int) {
        for index in indices { owners[index] = consumer }
        additions[consumer, default: []] += indices
    }

    /// An attempt is over.
    ///
    /// - Returns: Its operations, which are the launch's own from now on.
    mutating func take(of consumer: Int) -> [Int] {
        guard let taken = additions.removeValue(forKey: consumer) else { return [] }
        return taken.filter { owners.removeValue(forKey: $0) != nil }
    }

    /// An operation was let go of.
    mutating func remove(_ index: Int) { owners[index] = nil }

    /// Those of all attempts.
    var all: [Int] { owners.keys.sorted() }
}
