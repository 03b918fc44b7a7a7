/// Configurations with many operations.
enum YAML {
    /// As many operations as `count`, each with the same definition, a flow mapping.
    static func operations(_ count: Int, _ name: String, _ definition: String) -> String {
        (0..<count).map { "  \(name)-\($0): \(definition)" }.joined(separator: "\n")
    }
}
