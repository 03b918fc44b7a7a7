internal import Slipway
package import SlipwayConfiguration

extension ConfiguredGraph {
    /// Reads a configuration and merges its drop-ins into it in order.
    ///
    /// Pure, but for the credentials that it reads. Takes time linear in the size of the files.
    ///
    /// - Parameters:
    ///   - file: The file; see ``ParsedConfiguration/init(_:dropIns:)``.
    ///   - dropIns: The drop-ins, in the order of their names; an empty one changes nothing.
    ///   - environment: What `${env.NAME}` is looked up in, once a body runs.
    ///   - isEnvironmentKnown: Whether a variable that is not in `environment` is a fault.
    ///   - folder: The folder of the credentials that the file refers to, of which a missing one is
    ///     a fault; `nil` if it is not known.
    ///   - runner: Runs the bodies: called once for each attempt, on the operation's queue. Default:
    ///     for graphs that are never launched.
    ///   - inheritance: What comes from an earlier generation of the service; asked for once the file is
    ///     read. Default: nothing.
    /// - Throws: Everything that is wrong: with the text of each file, with the keys and values,
    ///   and with the graph.
    package init(
        parsing file: ConfigurationFile,
        dropIns: [ConfigurationFile] = [],
        environment: [String: String] = [:],
        isEnvironmentKnown: Bool = false,
        credentials folder: CredentialFolder? = nil,
        runner: any BodyRunning = NeverRuns(),
        inheriting inheritance: (Configuration, Credentials) -> (any Inheritance)? = { _, _ in nil }
    ) throws(ConfigurationFaults) {
        let parsed = try ParsedConfiguration(file, dropIns: dropIns)
        var configuration = parsed.configuration
        let unset = isEnvironmentKnown ? configuration.unsetVariables(in: environment) : []
        let (address, misplaced) =
            isEnvironmentKnown ? configuration.findProbeAddress(in: environment) : (nil, [])
        probeAddress = address
        let (secrets, lacking, doubts) =
            folder.map { configuration.readCredentials(in: $0) } ?? (Credentials(), [], [])
        configuration.warnings += doubts
        self.configuration = configuration
        let misread = parsed.faults + unset + misplaced + lacking
        credentials = secrets
        undoings = Undoings()
        digest = ConfigurationDigest(of: file, dropIns: dropIns)
        let (plan, actions) = configuration.plan(
            environment: environment,
            credentials: secrets,
            runner: runner,
            inheriting: misread.isEmpty ? inheritance(configuration, secrets) : nil,
            undoings,
            parsed.namedReads
        )
        do throws(GraphFaults) {
            graph = try Graph(plan)
            self.actions = actions
        } catch {
            throw ConfigurationFaults(
                misread + error.faults.map(parsed.fault),
                files: parsed.files,
                plan: misread.isEmpty ? plan : nil
            )
        }
        guard misread.isEmpty else { throw ConfigurationFaults(misread, files: parsed.files) }
    }
}
