extension JSON {
    /// Reads a document that a program, a server or an editor wrote: a byte order mark before it, as some write it, is
    /// no part of it.
    ///
    /// - Parameter bytes: As for ``init(parsing:depth:)-(Sequence,_)``.
    /// - Throws: The first fault, with its offset.
    package init(document bytes: [UInt8]) throws(JSONError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let length = bytes.starts(with: mark) ? mark.count : 0
        do throws(JSONError) {
            try self.init(parsing: bytes[length...])
        } catch {
            throw JSONError(offset: error.offset + length, reason: error.reason)
        }
    }
}
