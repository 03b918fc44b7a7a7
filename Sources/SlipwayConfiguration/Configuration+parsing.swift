internal import Slipway
internal import SlipwayJSON

/// A file's name and its bytes.
package struct ConfigurationFile: Hashable, Sendable {
    /// The name, as faults show it.
    package var name: String
    /// The content, not looked at yet.
    package var bytes: [UInt8]

    /// Creates a file.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension Configuration {
    /// Reads a configuration and lays its drop-ins over it, each over all before.
    ///
    /// Pure. Takes time linear in the size of the files, of which each has at most 1 MiB.
    ///
    /// - Parameters:
    ///   - file: YAML 1.2 (and so JSON) in UTF-8: one document, without anchors, aliases, merge
    ///     keys and tags, nested at most 64 levels deep.
    ///   - dropIns: The same, in the order of their names; an empty one says nothing.
    /// - Throws: Everything that is wrong: with the text of each file, with the keys and values,
    ///   and with the graph.
    package init(
        parsing file: ConfigurationFile,
        dropIns: [ConfigurationFile] = []
    ) throws(ConfigurationFaults) {
        let files = [file] + dropIns
        let (root, faults) = Self.merged(file, dropIns)
        guard let root else { throw ConfigurationFaults(faults, files: files.map(\.name)) }

        var decoder = ConfigurationDecoder()
        let configuration = decoder.configuration(root)
        let misread = faults + decoder.faults
        let found =
            misread + Self.graphFaults(of: configuration, file: file.name, paths: decoder.paths)
        guard found.isEmpty else {
            throw ConfigurationFaults(
                found,
                files: files.map(\.name),
                configuration: misread.isEmpty ? configuration : nil
            )
        }
        self = configuration
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

    private static func graphFaults(
        of configuration: Configuration,
        file: String,
        paths: [Origin: String]
    ) -> [ConfigurationFault] {
        let configured = configuration.plan(environment: [:]) { _, _, _ in .null }
        do throws(GraphFaults) {
            _ = try Graph(configured.plan)
            return []
        } catch {
            return error.faults.map {
                ConfigurationFault($0, of: configuration, file: file, paths: paths)
            }
        }
    }
}
