/// The files and the configuration that a generation of a service was made from.
package struct GenerationSource: Sendable {
    package let configuration: Configuration
    let credentials: Credentials
    let files: ReadFiles
    let environment: [String: String]

    /// Collects it, and reads the files with variables that the configuration names; blocks.
    package init(
        _ configuration: Configuration,
        _ credentials: Credentials,
        in environment: [String: String]
    ) {
        self.configuration = configuration
        self.credentials = credentials
        files = ReadFiles(of: configuration, environment: environment)
        self.environment = environment
    }
}
