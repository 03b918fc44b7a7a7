/// An operation as the plan keeps it; its dependencies are in the plan's ``EdgeTable``, and what few
/// operations have in its ``Policies``.
struct Declaration: Sendable {
    var number = DeclarationNumber.next()
    let name: String
    /// `nil` at a group's entry and exit.
    let body: Body?
    /// Where its dependencies are in the ``EdgeTable``.
    let edgeStart: UInt32
    let edgeCount: UInt32
    /// In ``Plan/files``.
    let file: UInt32
    let line: UInt32
    /// In ``Plan/groups``: the group it is in, -1 for none; at an entry or exit, the group's own
    /// parent.
    let group: Int32
    /// In ``Plan/policies``; -1 when it has none.
    let policies: Int32
    /// In ``Plan/queueTable``.
    let queue: UInt16
    let column: UInt16
    let priority: Priority
    let kind: BodyKind
    let flags: Flags

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let optional = Flags(rawValue: 1)
        static let background = Flags(rawValue: 2)
    }

    var isOptional: Bool { flags.contains(.optional) }
    var isBackground: Bool { flags.contains(.background) }
    /// The same operation, in a group of another number.
    func inGroup(_ group: Int) -> Declaration {
        Declaration(
            number: number,
            name: name,
            body: body,
            edgeStart: edgeStart,
            edgeCount: edgeCount,
            file: file,
            line: line,
            group: Int32(truncatingIfNeeded: group),
            policies: policies,
            queue: queue,
            column: column,
            priority: priority,
            kind: kind,
            flags: flags
        )
    }

    /// The same operation with another body.
    func replacingBody(_ body: Body, _ kind: BodyKind) -> Declaration {
        Declaration(
            number: number,
            name: name,
            body: body,
            edgeStart: edgeStart,
            edgeCount: edgeCount,
            file: file,
            line: line,
            group: group,
            policies: policies,
            queue: queue,
            column: column,
            priority: priority,
            kind: kind,
            flags: flags
        )
    }

    var edges: Range<Int> { Int(edgeStart)..<Int(edgeStart) + Int(edgeCount) }
}

/// What only some operations have.
struct Policies: Sendable {
    /// How long an attempt may take.
    var timeout: Duration?
    /// How long all attempts and the pauses between them may take.
    var budget: Duration?
    var retry: Retry?
    var fallback: AnyFallback?
    var condition: Condition?
    /// The locks that it holds while it runs, without duplicates.
    var locks: [Lock] = []
    var stop: Stop?
}

/// What undoes an operation that succeeded.
typealias Stop = @Sendable (AnyOutput?, OperationContext) async throws -> Void

/// A group as the plan keeps it: a sub-graph between two declarations without a body.
struct GroupDeclaration: Sendable {
    let name: String
    /// The declaration that every child requires.
    let entry: Int
    /// The declaration that comes after every child, and that stands for the group outside.
    var exit: Int
    /// The group that it is in, -1 for none.
    let parent: Int32
    /// Whether the first failure of a required child ends the others.
    let failsFast: Bool
    /// The child whose value is the group's; -1 for none.
    var result: Int32 = -1
}

/// A kind of launch action as the plan keeps it.
struct ActionDeclaration: Sendable {
    var number = DeclarationNumber.next()
    let name: String
    let queue: Queue
    let priority: Priority
    let kind: BodyKind
    let timeout: Duration?
    let expires: Duration?
    let limit: Int
    let origin: Origin
    let edges: Range<Int>
    let handler: Body
}
