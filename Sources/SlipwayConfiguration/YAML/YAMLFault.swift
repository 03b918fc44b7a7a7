internal import Slipway

/// Describes the faults of a text that is not YAML.
enum YAMLFault {
    static let tooDeep =
        "nested too deeply; lists and mappings may nest \(YAMLReader.depthLimit) levels deep"

    /// The construct that was being parsed.
    struct Context {
        let text: String
        let origin: Origin
    }

    static func syntax(
        _ problem: String,
        _ context: Context?,
        _ origin: Origin,
        in source: SourceText
    ) -> ConfigurationFault {
        ConfigurationFault(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            reason: reason(problem, context, origin, source)
        )
    }

    /// A character that YAML refuses, at a byte offset.
    static func unreadable(
        _ problem: String,
        _ offset: Int,
        _ value: Int32,
        in source: SourceText
    ) -> ConfigurationFault {
        let text = source.text
        let index = text.utf8.index(text.startIndex, offsetBy: offset, limitedBy: text.endIndex)
        let origin = index.map { source.origin(of: $0) } ?? Origin(file: source.file, line: 0)
        let code = String(value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        return ConfigurationFault(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            reason: "not valid YAML: \(problem) (\(name)); in quotes, write it as an escape"
        )
    }

    private static func reason(
        _ problem: String,
        _ context: Context?,
        _ origin: Origin,
        _ source: SourceText
    ) -> String {
        let scalars = source.text.unicodeScalars
        if let index = source.find(line: origin.line, column: origin.column)?.index,
            index < scalars.endIndex
        {
            if scalars[index] == "\t" { return "not valid YAML: a tab cannot indent; use spaces" }
            if scalars[..<index].last == "$", scalars[index] == "{" {
                return "not valid YAML: text with '${' needs quotes within [ ] and { }"
            }
        }
        guard let context else { return "not valid YAML: \(problem)" }
        return "not valid YAML: \(problem), \(context.text) that starts in line "
            + "\(context.origin.line), column \(context.origin.column)"
    }
}
