internal import Slipway

/// The nodes that a file gives a name (`&NAME`), for its aliases (`*NAME`).
struct YAMLAnchors {
    /// Why an alias cannot stand for something.
    struct Fault: Error {
        let reason: String
    }

    private struct Anchored {
        let node: ConfigurationNode
        /// The number of lists, mappings and scalars in it.
        let size: Int
        /// The depth to which they nest.
        let height: Int
    }

    private var nodes: [String: Anchored] = [:]
    /// The number of nodes for which the aliases so far have stood.
    private var copied = 0

    /// Notes a node under a name; a later node of the same name takes its place.
    mutating func keep(_ node: ConfigurationNode, as name: String) {
        let (size, height) = node.extent
        nodes[name] = Anchored(node: node, size: size, height: height)
    }

    /// A copy of a node for the place of an alias.
    mutating func node(
        _ name: String,
        at origin: Origin,
        depth: Int
    ) throws(Fault) -> ConfigurationNode {
        guard let anchored = nodes[name] else {
            let anchor = Quoting.quoted("&" + name)
            throw Fault(reason: "nothing before this is \(anchor); put the anchor first")
        }
        guard depth + anchored.height <= YAMLReader.depthLimit else {
            throw Fault(reason: YAMLFault.tooDeep)
        }
        copied += anchored.size
        guard copied <= YAMLReader.aliasLimit else {
            throw Fault(
                reason:
                    "the aliases stand for more than \(YAMLReader.aliasLimit) values; write fewer"
            )
        }
        return anchored.node.moved(to: origin)
    }
}

extension ConfigurationNode {
    /// The number of its nodes, and the depth to which they nest below it.
    fileprivate var extent: (size: Int, height: Int) {
        let parts: [ConfigurationNode]
        switch content {
        case .scalar: return (1, 0)
        case .sequence(let items): parts = items
        case .mapping(let entries): parts = entries.map(\.value)
        }
        let extents = parts.map(\.extent)
        let height = extents.map(\.height).max().map { $0 + 1 } ?? 0
        return (extents.reduce(1) { $0 + $1.size }, height)
    }

    /// The node with the position of the alias that stands for it, where faults are reported.
    fileprivate func moved(to origin: Origin) -> ConfigurationNode {
        let moved: Content =
            switch content {
            case .scalar(let scalar): .scalar(.init(text: scalar.text, isPlain: scalar.isPlain))
            case .sequence(let items): .sequence(items.map { $0.moved(to: origin) })
            case .mapping(let entries):
                .mapping(
                    entries.map { entry in
                        Entry(
                            key: entry.key,
                            keyOrigin: origin,
                            value: entry.value.moved(to: origin)
                        )
                    }
                )
            }
        return ConfigurationNode(content: moved, origin: origin)
    }
}
