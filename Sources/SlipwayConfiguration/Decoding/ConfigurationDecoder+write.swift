internal import Slipway

extension ConfigurationDecoder {
    /// Reads `write`.
    mutating func write(_ field: Field) -> WriteSpecification? {
        guard let section = section(field, .write) else { return nil }
        let path = section["path"].flatMap { targetPath($0) }
        let content = section["content"].flatMap { template($0) }?.asJSON(in: .text)
        for key in ["path", "content"] where section[key] == nil {
            report("has no \(key); add it", at: section.origin, section.path)
        }
        let mode = section["mode"].flatMap { self.mode($0) }
        let owner = section["owner"].flatMap { self.owner($0) }
        guard let path, let content else { return nil }
        return WriteSpecification(path: path, content: content, mode: mode ?? 0o644, owner: owner)
    }

    /// The file and its environment choose what is overwritten, never a sender or the output of a
    /// program.
    private mutating func targetPath(_ field: Field) -> Template? {
        guard let path = absolutePath(field) else { return nil }
        for (reference, place) in references(of: path, in: field)
        where reference.isPayload || reference.isValue {
            report(
                "\(reference): the file is never a payload's or a value's to choose; write its path, "
                    + "or ${env.NAME}",
                at: place,
                field.path
            )
        }
        if case .literal(let end) = path.segments.last, end.hasSuffix("/") {
            reject(field, expected: "the path of a file, without '/' at its end")
        }
        return path
    }

    private mutating func mode(_ field: Field) -> UInt32? {
        let expected = "permissions as three octal digits, such as \"0644\""
        guard let text = text(field, expected: expected) else { return nil }
        if case .scalar(let scalar) = field.node.content, scalar.isPlain,
            let reading = Self.readings(ofBareMode: text)
        {
            report(reading, at: field.node.origin, field.path)
            return nil
        }
        let isMode =
            text.utf8.count == 3 || text.utf8.count == 4 && text.utf8.first == UInt8(ascii: "0")
        guard isMode, text.utf8.allSatisfy({ "01234567".utf8.contains($0) }),
            let mode = UInt32(text, radix: 8)
        else {
            reject(field, expected: expected)
            return nil
        }
        return mode
    }

    /// What is wrong with a number without a zero in front and without quotes; `nil` if it has one
    /// meaning.
    ///
    /// Other tools write permissions in decimal.
    private static func readings(ofBareMode text: String) -> String? {
        guard let first = text.utf8.first, first != UInt8(ascii: "0"),
            let decimal = UInt32(text), decimal <= 0o777
        else { return nil }
        let asDecimal = "\"0\(String(decimal, radix: 8))\" if that is decimal"
        return UInt32(text, radix: 8) == nil
            ? "\(text) is not octal; write \(asDecimal)"
            : "\(text) can be read in two ways; write \"0\(text)\" if that is octal, or \(asDecimal)"
    }

    private mutating func owner(_ field: Field) -> WriteSpecification.Owner? {
        let expected = "USER or USER:GROUP, names or numbers"
        guard let text = text(field, expected: expected) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy(Naming.isAccount) else {
            reject(field, expected: expected)
            return nil
        }
        return .init(user: parts[0], group: parts.count == 2 ? parts[1] : nil)
    }
}
