internal import Slipway

extension ConfigurationDecoder {
    /// Reads `deliver`, whose program is looked for once all operations are known.
    mutating func deliver(_ field: Field) -> DeliverSpecification? {
        guard let section = section(field, .deliver) else { return nil }
        let program = section["to"].flatMap { deliveryProgram($0) }
        let socket = section["socket"].flatMap { deliverySocket($0) }
        for key in ["to", "socket"] where section[key] == nil {
            report("has no \(key); add it", at: section.origin, section.path)
        }
        guard let program, let socket else { return nil }
        return DeliverSpecification(program: program, socket: socket)
    }

    private mutating func deliveryProgram(_ field: Field) -> DependencySpecification? {
        guard let name = text(field, expected: "the name of an operation that starts a program")
        else { return nil }
        note(field.path, at: field.node.origin)
        return DependencySpecification(name: name, origin: field.node.origin)
    }

    /// The file and its environment choose where actions go, never a sender or the output of a
    /// program.
    private mutating func deliverySocket(_ field: Field) -> Template? {
        guard let path = socketPath(field) else { return nil }
        for (reference, place) in references(of: path, in: field)
        where reference.isPayload || reference.isValue {
            report(
                "\(reference): the socket is never a payload's or a value's to choose; write its "
                    + "path, or ${env.NAME}",
                at: place,
                field.path
            )
        }
        return path
    }
}
