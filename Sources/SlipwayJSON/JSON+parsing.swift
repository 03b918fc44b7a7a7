extension JSON {
    /// The deepest nesting of arrays and objects by default.
    package static let defaultDepth = 64

    /// Reads exactly one value by RFC 8259.
    ///
    /// Stricter than the RFC where leniency hides mistakes: a repeated key is an error. Takes time
    /// linear in `bytes`, and stack for at most `depth` levels.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark; white space may surround the value.
    ///   - depth: How deep arrays and objects may nest; 1 to 512.
    /// - Throws: The first fault, with its offset.
    package init(
        parsing bytes: some Sequence<UInt8>,
        depth: Int = JSON.defaultDepth
    ) throws(JSONError) {
        let direct = bytes.withContiguousStorageIfAvailable { Self.parse($0, depth: depth) }
        let parsed =
            direct ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, depth: depth) }
        self = try parsed.get()
    }

    /// Reads exactly one value from text; see ``init(parsing:depth:)-(Sequence,_)``.
    package init(
        parsing text: String,
        depth: Int = JSON.defaultDepth
    ) throws(JSONError) {
        try self.init(parsing: text.utf8, depth: depth)
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        depth: Int
    ) -> Result<JSON, JSONError> {
        precondition(1...512 ~= depth, "a depth of \(depth) does not fit the stack")
        var parser = JSONParser(bytes: bytes, depthLimit: depth)
        return Result { () throws(JSONError) in try parser.document() }
    }
}
