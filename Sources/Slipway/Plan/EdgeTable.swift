/// The dependencies of a plan, eight bytes each: a million operations with four million edges fit
/// in 32 MB and are checked without touching a string.
///
/// An edge by handle holds the operation's number, one by name the number of the name in `names`.
/// Its origin is a number in `origins`, 0 standing for "where the operation was declared".
struct EdgeTable: Sendable {
    struct Edge: Sendable {
        private let target: UInt32
        let origin: UInt32

        private static let after: UInt32 = 1 << 31
        private static let named: UInt32 = 1 << 30

        init(_ number: Int, isName: Bool, kind: DependencyKind, origin: UInt32) {
            target =
                UInt32(truncatingIfNeeded: number)
                | (isName ? Self.named : 0) | (kind == .after ? Self.after : 0)
            self.origin = origin
        }

        var kind: DependencyKind { target & Self.after == 0 ? .requires : .after }
        var isName: Bool { target & Self.named != 0 }
        var number: Int { Int(target & ~(Self.after | Self.named)) }
    }

    /// The most operations, or names, that a plan can hold: what 30 bits count.
    static let capacity = 1 << 30

    /// The number that stands for a handle of another plan.
    static let foreign = capacity - 1

    private(set) var edges: [Edge] = []
    private(set) var names: [String] = []
    private var origins: [Origin] = []

    subscript(index: Int) -> Edge { edges[index] }

    /// Adds the dependencies of one operation and tells where they are.
    mutating func add(
        requires: [any Dependency],
        after: [any Dependency],
        plan: UInt32
    ) -> Range<Int> {
        let start = edges.count
        for dependency in requires { add(dependency.reference, .requires, plan: plan) }
        for dependency in after { add(dependency.reference, .after, plan: plan) }
        return start..<edges.count
    }

    func origin(of edge: Edge, declared: Origin) -> Origin {
        edge.origin == 0 ? declared : origins[Int(edge.origin) - 1]
    }

    private mutating func add(_ reference: Reference, _ kind: DependencyKind, plan: UInt32) {
        switch reference {
        case .operation(let id):
            let number = id.plan == plan ? Int(id.index) : Self.foreign
            edges.append(Edge(number, isName: false, kind: kind, origin: 0))
        case .name(let name, let origin):
            if let origin { origins.append(origin) }
            names.append(name)
            let place = origin == nil ? 0 : UInt32(truncatingIfNeeded: origins.count)
            edges.append(Edge(names.count - 1, isName: true, kind: kind, origin: place))
        }
    }
}
