internal import SlipwaySystem

/// The digests of the files that the programs of a configuration read, as they were when it was read: those
/// with variables, and those that it names for a reload.
struct ReadFiles: Hashable, Sendable {
    /// `nil` for a file that could not be read.
    private var digests: [String: [UInt8]?] = [:]

    /// Reads them, each once; blocks.
    init(of configuration: Configuration, environment: [String: String]) {
        let values = TemplateValues(environment: environment)
        // A file that an operation writes changes when that runs, and not otherwise.
        let written = Set(
            configuration.allOperations.compactMap { $0.operation.writtenFile(values) }
        )
        for (operation, _) in configuration.allOperations {
            let paths = operation.environmentFiles(values) + operation.programFiles(values)
            for path in paths where digests[path] == nil && !written.contains(path) {
                let bytes = try? SmallFile.bytes(of: path, limit: 1 << 20)
                // Not the content, which may hold secrets.
                digests[path] = .some(bytes.map { SHA256.digest(of: $0) })
            }
        }
    }

    /// Tells whether the content of a file is the same in both.
    func isSame(_ path: String, as other: ReadFiles) -> Bool {
        digests[path] == other.digests[path]
    }
}
