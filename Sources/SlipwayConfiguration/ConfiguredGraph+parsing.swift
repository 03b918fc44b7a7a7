internal import Slipway

/// A file's name and its bytes.
package struct ConfigurationFile: Hashable, Sendable {
    /// The name that faults show.
    package var name: String
    /// The content, not yet parsed.
    package var bytes: [UInt8]

    /// The most bytes of a file that is accepted.
    package static var sizeLimit: Int { YAMLReader.sizeLimit }

    /// Creates a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension ConfiguredGraph {
    /// Reads a configuration and merges its drop-ins into it in order.
    ///
    /// Pure, but for the credentials that it reads. Takes time linear in the size of the files, of which
    /// each has at most 1 MiB.
    ///
    /// - Parameters:
    ///   - file: YAML 1.2, with merge keys, or JSON, in UTF-8: one document without tags, nested at
    ///     most 64 levels deep; what its aliases stand for is at most 131,072 values.
    ///   - dropIns: The same, in the order of their names; an empty one changes nothing.
    ///   - environment: What `${env.NAME}` is looked up in, once a body runs.
    ///   - isEnvironmentKnown: Whether a variable that is not in `environment` is a fault.
    ///   - folder: Where the credentials are that it refers to, of which a missing one is a fault;
    ///     `nil` if that is not known.
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
        let files = ([file] + dropIns).map(\.name)
        let (root, faults) = Self.merged(file, dropIns)
        guard let root else { throw ConfigurationFaults(faults, files: files) }

        let decoder = ConfigurationDecoder()
        var configuration = decoder.configuration(root)
        let unset = isEnvironmentKnown ? configuration.unsetVariables(in: environment) : []
        let (address, misplaced) =
            isEnvironmentKnown ? configuration.findProbeAddress(in: environment) : (nil, [])
        probeAddress = address
        let (secrets, lacking, doubts) =
            folder.map { configuration.readCredentials(in: $0) } ?? (Credentials(), [], [])
        configuration.warnings += doubts
        self.configuration = configuration
        let misread = faults + decoder.faults + unset + misplaced + lacking
        credentials = secrets
        undoings = Undoings()
        digest = ConfigurationDigest(of: file, dropIns: dropIns)
        let (plan, actions) = configuration.plan(
            environment: environment,
            credentials: secrets,
            runner: runner,
            inheriting: misread.isEmpty ? inheritance(configuration, secrets) : nil,
            undoings,
            decoder.values
        )
        do throws(GraphFaults) {
            graph = try Graph(plan)
            self.actions = actions
        } catch {
            let found = error.faults.map {
                ConfigurationFault($0, of: configuration, root, paths: decoder.paths)
            }
            throw ConfigurationFaults(
                misread + found,
                files: files,
                plan: misread.isEmpty ? plan : nil
            )
        }
        guard misread.isEmpty else { throw ConfigurationFaults(misread, files: files) }
    }

    private static func merged(
        _ file: ConfigurationFile,
        _ dropIns: [ConfigurationFile]
    ) -> (ConfigurationNode?, [ConfigurationFault]) {
        var (root, faults) = YAMLReader.read(file.bytes, file: file.name)
        if faults.isEmpty, root?.isNull ?? true {
            let reason = "is empty; expected keys, such as name: storefront"
            faults.append(ConfigurationFault(file: file.name, reason: reason))
            root = nil
        }
        for dropIn in dropIns {
            let (node, found) = YAMLReader.read(dropIn.bytes, file: dropIn.name)
            faults += found
            guard let node, !node.isNull else { continue }
            guard case .mapping = node.content else {
                faults.append(
                    ConfigurationFault(
                        file: node.origin.file,
                        line: node.origin.line,
                        column: node.origin.column,
                        reason: "found \(node.shown); expected a mapping"
                    )
                )
                continue
            }
            root = root?.merging(node)
        }
        return (root, faults)
    }
}
