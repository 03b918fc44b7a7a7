package import Slipway

/// The content of the files of a configuration, and all their faults but those that only its graph
/// shows.
package struct ParsedConfiguration {
    package var configuration: Configuration
    /// The names of the files.
    package let files: [String]
    package let faults: [ConfigurationFault]
    private let root: ConfigurationNode
    private let decoder = ConfigurationDecoder()

    /// Reads a file and merges its drop-ins into it in order.
    ///
    /// Pure. Takes time linear in the size of the files, of which each has at most 1 MiB.
    ///
    /// - Parameters:
    ///   - file: YAML 1.2, with merge keys, or JSON, in UTF-8: one document without tags, nested at
    ///     most 64 levels deep; what its aliases stand for is at most 131,072 values.
    ///   - dropIns: The same, in the order of their names; an empty one changes nothing.
    /// - Throws: The text of the file cannot be read at all.
    package init(
        _ file: ConfigurationFile,
        dropIns: [ConfigurationFile]
    ) throws(ConfigurationFaults) {
        files = ([file] + dropIns).map(\.name)
        let (root, faults) = Self.merged(file, dropIns)
        guard let root else { throw ConfigurationFaults(faults, files: files) }
        self.root = root
        configuration = decoder.configuration(root)
        self.faults = faults + decoder.faults
    }

    /// The references to values of operations.
    package var namedReads: [NamedRead] {
        decoder.values.map {
            NamedRead(
                reader: $0.reader,
                isAction: $0.isAction,
                target: $0.operation.name,
                origin: $0.operation.origin
            )
        }
    }

    /// A fault of the graph, at the key that causes it.
    package func fault(_ fault: GraphFault) -> ConfigurationFault {
        ConfigurationFault(fault, of: configuration, root, paths: decoder.paths)
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
