internal import SlipwaySystem

/// The contents of the files with variables that a configuration names, as they were when it was read.
struct VariableFiles: Hashable, Sendable {
    /// `nil` for a file that could not be read.
    private var contents: [String: [UInt8]?] = [:]

    /// Reads them, each once; blocks.
    init(of configuration: Configuration, environment: [String: String]) {
        let values = TemplateValues(environment: environment)
        for (operation, _) in configuration.allOperations {
            for path in operation.environmentFiles(values) where contents[path] == nil {
                contents[path] = .some(try? SmallFile.bytes(of: path, limit: 1 << 20))
            }
        }
    }

    /// Tells whether the content of a file is the same in both.
    func isSame(_ path: String, as other: VariableFiles) -> Bool {
        contents[path] == other.contents[path]
    }
}
