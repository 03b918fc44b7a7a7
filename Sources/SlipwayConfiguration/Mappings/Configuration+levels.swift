extension Configuration {
    /// Every operation of the file, with those of groups behind their group, and its dotted path.
    package var allOperations: [(operation: OperationSpecification, path: String)] {
        operations.flatMap { $0.withNested(in: "operations") }
    }

    /// The operation of a name; `nil` if there is none.
    package func operation(named name: String) -> OperationSpecification? {
        allOperations.first { $0.operation.name == name }?.operation
    }
}

extension OperationSpecification {
    /// The operations of a group; `nil` for any other operation.
    package var children: [OperationSpecification]? {
        guard case .group(let group) = body else { return nil }
        return group.operations
    }

    /// This operation and, of a group, everything in it.
    package func withNested(
        in path: String
    ) -> [(operation: OperationSpecification, path: String)] {
        let own = KeyPath.joined(path, name)
        let nested = (children ?? []).flatMap { $0.withNested(in: "\(own).group.operations") }
        return [(self, own)] + nested
    }

    /// The references of everything that the operation runs or asks while the launch lives, except
    /// `when`.
    package var references: [ValueReference] {
        body.references + (stop.map { BodySpecification.exec($0).references } ?? [])
            + (program?.references ?? [])
    }
}
