internal import SlipwaySystem

/// The digests of the files with variables that a configuration names, as they were when it was read.
struct VariableFiles: Hashable, Sendable {
    /// `nil` for a file that could not be read.
    private var digests: [String: [UInt8]?] = [:]

    /// Reads them, each once; blocks.
    init(of configuration: Configuration, environment: [String: String]) {
        let values = TemplateValues(environment: environment)
        for (operation, _) in configuration.allOperations {
            for path in operation.environmentFiles(values) where digests[path] == nil {
                let bytes = try? SmallFile.bytes(of: path, limit: 1 << 20)
                // Not the content, which may hold secrets.
                digests[path] = .some(bytes.map { SHA256.digest(of: $0) })
            }
        }
    }

    /// Tells whether the content of a file is the same in both.
    func isSame(_ path: String, as other: VariableFiles) -> Bool {
        digests[path] == other.digests[path]
    }
}
