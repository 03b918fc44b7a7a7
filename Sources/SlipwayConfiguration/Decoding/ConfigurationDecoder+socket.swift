internal import Slipway
internal import SlipwaySystem

extension ConfigurationDecoder {
    /// The path of a Unix socket, which must fit its address.
    mutating func socketPath(_ field: Field) -> Template? {
        guard let path = absolutePath(field) else { return nil }
        checkLength(ofSocket: path, field)
        return path
    }

    /// Reports the path of a Unix socket if its literal text alone is too long: whatever is filled
    /// in, no socket can have it.
    mutating func checkLength(ofSocket path: Template, _ field: Field) {
        let count = path.segments.reduce(0) { count, segment in
            guard case .literal(let text) = segment else { return count }
            return count + text.utf8.count
        }
        guard count > SocketAddress.longestPath else { return }
        report(
            "has \(path.literal == nil ? "at least " : "")\(count) bytes; the path of a Unix socket has "
                + "at most \(SocketAddress.longestPath)",
            at: field.node.origin,
            field.path
        )
    }
}
