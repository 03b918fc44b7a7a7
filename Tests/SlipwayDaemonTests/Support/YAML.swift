/// Configurations with many operations.
enum YAML {
    /// `count` operations with the same definition, a flow mapping.
    static func operations(_ count: Int, _ name: String, _ definition: String) -> String {
        (0..<count).map { "  \(name)-\($0): \(definition)" }.joined(separator: "\n")
    }
}
