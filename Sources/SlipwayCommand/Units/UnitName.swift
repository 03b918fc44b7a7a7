/// The name of a unit: `web@blue.service` is the instance `blue` of the template `web@.service`.
struct UnitName: Hashable {
    /// `web@blue.service`.
    let text: String

    init(_ text: String) { self.text = text.contains(".") ? text : text + ".service" }

    /// The name without the type: `web@blue`.
    var stem: String { text.lastIndex(of: ".").map { String(text[..<$0]) } ?? text }

    /// The part before the `@`, or the stem.
    var prefix: String { stem.firstIndex(of: "@").map { String(stem[..<$0]) } ?? stem }

    /// The word for the instance of a template.
    static let anyInstance = "INSTANCE"

    /// The part behind the `@`; empty for an ordinary unit.
    var instance: String {
        if isTemplate { return Self.anyInstance }
        return stem.firstIndex(of: "@").map { String(stem[stem.index(after: $0)...]) } ?? ""
    }

    /// The unit is a template itself, `web@.service`: its instance is not known.
    var isTemplate: Bool { stem.hasSuffix("@") }

    /// The file of an instance's template; `nil` for an ordinary unit, and for a template itself.
    var template: String? {
        guard !instance.isEmpty, !isTemplate, let mark = text.lastIndex(of: ".") else { return nil }
        return "\(prefix)@\(text[mark...])"
    }

    /// A piece of a name as it was before it was escaped: `-` is `/`, `\x2d` is `-`.
    static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.utf8.count == 2,
                let code = UInt8(digits, radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte == UInt8(ascii: "-") ? UInt8(ascii: "/") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
