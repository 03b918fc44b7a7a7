/// The dependencies of a plan, four bytes each: a million operations with four million edges fit
/// in 16 MB and are checked without touching a string.
///
/// An edge holds the number of an operation of its own plan, or, for whatever else it names, its
/// place in `externals`.
struct EdgeTable: Sendable {
    struct Edge: Sendable, Hashable {
        private let bits: UInt32

        private static let after: UInt32 = 1 << 31
        private static let external: UInt32 = 1 << 30

        init(_ number: Int, isExternal: Bool, kind: DependencyKind) {
            bits =
                UInt32(truncatingIfNeeded: number)
                | (isExternal ? Self.external : 0) | (kind == .after ? Self.after : 0)
        }

        var kind: DependencyKind { bits & Self.after == 0 ? .requires : .after }
        /// Whether ``number`` is a place in `externals`.
        var isExternal: Bool { bits & Self.external != 0 }
        var number: Int { Int(bits & (Self.external - 1)) }
    }

    /// A dependency that was added after its dependent was declared.
    struct LateEdge: Sendable {
        /// Both of kind ``kind``: the one that waits, and what it waits for.
        let dependent: Edge
        let dependency: Edge
        let origin: Origin

        var kind: DependencyKind { dependency.kind }
    }

    /// How much of the table there was at some moment.
    struct Mark {
        fileprivate let edges: Int
        fileprivate let externals: Int
        fileprivate let late: Int
    }

    private(set) var edges: [Edge] = []
    /// Names, and handles of other plans.
    private(set) var externals: [Reference] = []
    private(set) var late: [LateEdge] = []

    var count: Int { edges.count }
    subscript(index: Int) -> Edge { edges[index] }

    mutating func reserveCapacity(_ count: Int) {
        edges.reserveCapacity(count)
    }

    /// Adds dependencies of the operation that is being declared.
    mutating func add(
        _ dependencies: [any Dependency],
        _ kind: DependencyKind,
        among declarations: [Declaration]
    ) {
        // In place: copying what a protocol hides costs more than the rest of this.
        dependencies.withUnsafeBufferPointer { dependencies in
            for index in dependencies.indices {
                edges.append(edge(dependencies[index].reference, kind, declarations))
            }
        }
    }

    /// Adds an operation of the same plan to the dependencies of the one that is being declared.
    mutating func add(_ operation: Int, _ kind: DependencyKind) {
        edges.append(Edge(operation, isExternal: false, kind: kind))
    }

    /// Adds a dependency of an operation that was declared before.
    mutating func addLate(
        _ dependent: Reference,
        _ kind: DependencyKind,
        _ dependency: Reference,
        among declarations: [Declaration],
        origin: Origin
    ) {
        let dependent = edge(dependent, kind, declarations)
        let dependency = edge(dependency, kind, declarations)
        late.append(LateEdge(dependent: dependent, dependency: dependency, origin: origin))
    }

    /// Where an edge was declared, if not with its operation.
    func origin(of edge: Edge) -> Origin? {
        guard edge.isExternal, case .name(_, let origin) = externals[edge.number] else {
            return nil
        }
        return origin
    }

    var mark: Mark { Mark(edges: edges.count, externals: externals.count, late: late.count) }

    mutating func restore(_ mark: Mark) {
        edges.removeLast(edges.count - mark.edges)
        externals.removeLast(externals.count - mark.externals)
        late.removeLast(late.count - mark.late)
    }

    private mutating func edge(
        _ reference: Reference,
        _ kind: DependencyKind,
        _ declarations: [Declaration]
    ) -> Edge {
        if case .operation(let id) = reference, let index = declarations.index(of: id) {
            return Edge(index, isExternal: false, kind: kind)
        }
        externals.append(reference)
        return Edge(externals.count - 1, isExternal: true, kind: kind)
    }
}

extension [Declaration] {
    /// Where a declaration is; `nil` when it is not among these.
    func index(of id: OperationID) -> Int? {
        id.index < count && self[id.index].number == id.number ? id.index : nil
    }
}
