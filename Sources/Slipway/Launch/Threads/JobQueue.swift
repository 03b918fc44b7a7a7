/// Jobs, in the order in which they came.
///
/// There is seldom more than one, which needs no array: to make the type of one takes a process's
/// first launch some 14,000 instructions.
struct JobQueue: Sendable {
    /// `nil` when there is none.
    private var first: UnownedJob?
    private var others = Fifo<UnownedJob>()

    mutating func append(_ job: UnownedJob) {
        if first == nil { first = job } else { others.append(job) }
    }

    mutating func popFirst() -> UnownedJob? {
        defer { first = others.popFirst() }
        return first
    }
}
