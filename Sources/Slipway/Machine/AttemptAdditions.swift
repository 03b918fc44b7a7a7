/// The operations that the handlers of launch actions have added, each for as long as the attempt that added it.
struct AttemptAdditions: Sendable {
    /// The consumers whose handlers added the operations.
    private var owners: [Int: Int] = [:]
    private var additions: [Int: Set<Int>] = [:]

    /// The consumer to whose attempt an operation belongs; `nil` for the launch's own.
    func owner(of index: Int) -> Int? { owners.isEmpty ? nil : owners[index] }

    mutating func add(_ indices: [Int], by consumer: Int) {
        for index in indices { owners[index] = consumer }
        additions[consumer, default: []].formUnion(indices)
    }

    /// An attempt is over: nothing belongs to it any more.
    ///
    /// - Returns: What belonged to it.
    mutating func take(of consumer: Int) -> Set<Int> {
        let taken = additions.removeValue(forKey: consumer) ?? []
        for index in taken { owners[index] = nil }
        return taken
    }

    /// An operation was let go of; another may get its number.
    mutating func remove(_ index: Int) {
        guard let owner = owners.removeValue(forKey: index) else { return }
        additions[owner]?.remove(index)
    }

    /// The additions of all attempts.
    var all: Set<Int> { Set(owners.keys) }
}
