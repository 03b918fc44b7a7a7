import SlipwayConfiguration
import SlipwayOperations

/// The configuration in a text, named `test.yaml`.
func read(_ yaml: String) throws(ConfigurationFaults) -> Configuration {
    try ConfiguredGraph(parsing: .test(yaml)).configuration
}

extension ConfigurationFile {
    /// A file named `test.yaml`.
    static func test(_ yaml: String) -> ConfigurationFile {
        ConfigurationFile(name: "test.yaml", bytes: Array(yaml.utf8))
    }
}

/// The faults of a text, one line each; empty if there are none.
func faults(_ yaml: String) -> [String] {
    faults(of: Array(yaml.utf8))
}

func faults(of bytes: [UInt8], dropIns: [(String, String)] = []) -> [String] {
    do throws(ConfigurationFaults) {
        _ = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "test.yaml", bytes: bytes),
            dropIns: dropIns.map { ConfigurationFile(name: $0, bytes: Array($1.utf8)) }
        )
        return []
    } catch {
        return error.faults.map(\.description)
    }
}

/// A fault without file, line and column.
func withoutPlace(_ fault: String) -> String {
    fault.split(separator: ": ", maxSplits: 1).dropFirst().joined()
}

/// One operation `x` with the given lines, in an otherwise valid file.
///
/// The first line is line 4 of the file and begins in column 5.
func operation(_ lines: String) -> String {
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "    " + $0 }
        .joined(separator: "\n")
    return "name: test\noperations:\n  x:\n\(indented)\n"
}

/// One action `x`; see ``operation(_:)``.
func action(_ lines: String) -> String {
    operation(lines).replacing("operations:", with: "actions:")
}

extension HeaderName: ExpressibleByStringLiteral {
    /// A name that tests know to be valid.
    public init(stringLiteral text: String) {
        guard let name = HeaderName(text) else { preconditionFailure("not a header's name") }
        self = name
    }
}
