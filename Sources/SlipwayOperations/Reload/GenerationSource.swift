package import Slipway
package import SlipwayConfiguration

/// The files and the configuration that a generation of a service was made from.
package struct GenerationSource: Sendable {
    package let configuration: Configuration
    let credentials: Credentials
    let files: ReadFiles
    let environment: [String: String]
    let baselines = FileBaselines()
    /// The instant at which the files were read.
    ///
    /// A program that was ready before it needs no further look.
    private let readAt = Instant.now

    /// Collects the source, and reads the files that the programs of the configuration read;
    /// blocks.
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

    /// A program has another status.
    ///
    /// - Returns: Whether ``lookAtFiles()`` is to be called, from a thread that may block: the
    ///   program has become ready.
    package func note(_ status: ProgramStatus) -> Bool {
        guard status.state == .running, let readyAt = status.readyAt, readyAt > readAt,
            configuration.operation(named: status.name)?.program?.reload?.files.isEmpty == false
        else { return false }
        return baselines.note(status.name, readyAt: readyAt)
    }

    /// Looks at the files of programs that have become ready; blocks.
    package func lookAtFiles() {
        let values = TemplateValues(environment: environment)
        baselines.read { configuration.operation(named: $0)?.programFiles(values) ?? [] }
    }
}
