/// A dependency that was declared apart from its operation.
struct SequenceEdge: Sendable {
    /// The operation that waits.
    let dependent: Reference
    /// The operation that it requires.
    let dependency: Reference
    let origin: Origin
}

extension Plan {
    /// Puts operations in a sequence: each requires the one before.
    ///
    /// ```swift
    /// plan.sequence(migrate, seed, serve)
    /// ```
    ///
    /// - Parameters:
    ///   - operations: In the order in which they run; handles, or names.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    public mutating func sequence(
        _ operations: any Dependency...,
        file: String = #fileID,
        line: Int = #line
    ) {
        sequence(operations, file: file, line: line)
    }

    /// Puts operations in a sequence: each requires the one before.
    ///
    /// - Parameters:
    ///   - operations: In the order in which they run; handles, or names.
    ///   - origin: The place of the declaration, if it is not the calling source line.
    ///   - file: The file that calls this.
    ///   - line: The line that calls this.
    public mutating func sequence(
        _ operations: [any Dependency],
        origin: Origin? = nil,
        file: String = #fileID,
        line: Int = #line
    ) {
        for (before, next) in zip(operations, operations.dropFirst()) {
            sequences.append(
                SequenceEdge(
                    dependent: next.reference,
                    dependency: before.reference,
                    origin: origin ?? Origin(file: file, line: line)
                )
            )
        }
    }
}
