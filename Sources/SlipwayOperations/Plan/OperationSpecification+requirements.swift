internal import SlipwayConfiguration

/// A requirement that an operation declares, with all operations that it applies to.
struct DeclaredRequirement {
    /// The required operation.
    let name: String
    let declaring: OperationSpecification
    /// The declaring operation and, of a group, all operations in it at any depth: they wait for
    /// what the group requires.
    let readers: [OperationSpecification]
}

extension Sequence<OperationSpecification> {
    /// The requirements of these operations, in order.
    ///
    /// A group requires all in it, too, which is not declared: see ``OperationSpecification/children``.
    var declaredRequirements: [DeclaredRequirement] {
        flatMap { operation in
            let readers = operation.withNested(in: "").map(\.operation)
            return operation.requires.map {
                DeclaredRequirement(name: $0.name, declaring: operation, readers: readers)
            }
        }
    }
}
