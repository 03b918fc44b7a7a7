internal import Slipway

/// Reads one YAML document into nodes with positions.
///
/// The decoder decides what a plain scalar means. Tags are refused by name. What an alias stands for is
/// copied to its place, up to a limit: aliases let a small file describe an enormous tree.
struct YAMLReader: ~Copyable {
    /// The deepest nesting of lists and mappings.
    static let depthLimit = 64

    /// The most lists, mappings and scalars that aliases may stand for in all.
    static let aliasLimit = 1 << 17

    private let source: SourceText
    private let events: YAMLEvents
    private var faults: [ConfigurationFault] = []
    private var anchors = YAMLAnchors()
    /// The position of the last text with a reference.
    private var found: SourceText.Found?

    /// Reads a file's bytes; without a fault there is a node, unless the file is empty.
    static func read(
        _ bytes: [UInt8],
        file: String
    ) -> (node: ConfigurationNode?, faults: [ConfigurationFault]) {
        guard bytes.count <= ConfigurationFile.sizeLimit else {
            return (nil, [ConfigurationFile.tooLong(file, bytes.count)])
        }
        do throws(ConfigurationFault) {
            let source = try SourceText(bytes, file: file)
            if let read = JSONReader.read(source) { return read }
            var reader = YAMLReader(source)
            let node = try reader.document()
            return (node, reader.faults)
        } catch {
            return (nil, [error])
        }
    }

    private init(_ source: SourceText) {
        self.source = source
        events = YAMLEvents(source)
    }

    private mutating func document() throws(ConfigurationFault) -> ConfigurationNode? {
        guard case .documentStart = try events.next().kind else { return nil }
        let node = try node(try events.next(), "", depth: 0)
        _ = try events.next()
        let after = try events.next()
        guard case .streamEnd = after.kind else {
            throw fault("a second document starts here; a file has one", at: after.origin)
        }
        return node
    }

    /// Reads the node that begins with an event; a refused node becomes null.
    private mutating func node(
        _ event: YAMLEvents.Event,
        _ path: String,
        depth: Int
    ) throws(ConfigurationFault) -> ConfigurationNode {
        // Nothing deeper is worth reporting, and the stack is finite.
        guard depth <= Self.depthLimit else {
            throw fault(YAMLFault.tooDeep, at: event.origin, path)
        }
        if case .alias(let name) = event.kind { return alias(name, event, path, depth: depth) }
        let isRefused = refuse(event, path)
        let content: ConfigurationNode.Content
        switch event.kind {
        case .scalar(let text, let style): content = .scalar(scalar(text, style, event))
        case .sequenceStart: content = .sequence(try items(path, depth: depth))
        case .mappingStart: content = .mapping(try entries(path, depth: depth))
        case .alias, .documentStart, .documentEnd, .streamEnd, .sequenceEnd, .mappingEnd:
            content = .scalar(.init(text: "", isPlain: true))
        }
        let node = ConfigurationNode(
            content: isRefused ? .scalar(.init(text: "", isPlain: true)) : content,
            origin: event.origin
        )
        if let anchor = event.anchor { anchors.keep(node, as: anchor) }
        return node
    }

    /// The node that an alias stands for; null if that is a fault.
    private mutating func alias(
        _ name: String,
        _ event: YAMLEvents.Event,
        _ path: String,
        depth: Int
    ) -> ConfigurationNode {
        do throws(YAMLAnchors.Fault) {
            return try anchors.node(name, at: event.origin, depth: depth)
        } catch {
            faults.append(fault(error.reason, at: event.origin, path))
            return ConfigurationNode(
                content: .scalar(.init(text: "", isPlain: true)),
                origin: event.origin
            )
        }
    }

    private mutating func items(
        _ path: String,
        depth: Int
    ) throws(ConfigurationFault) -> [ConfigurationNode] {
        var items: [ConfigurationNode] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(event, "\(path)[\(items.count)]", depth: depth + 1))
        }
    }

    private mutating func entries(
        _ path: String,
        depth: Int
    ) throws(ConfigurationFault) -> [ConfigurationNode.Entry] {
        var entries: [ConfigurationNode.Entry] = []
        var merged: [ConfigurationNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { break }
            if case .scalar("<<", .plain) = event.kind {
                merged += try mergedEntries(event.origin, path, depth: depth)
                continue
            }
            let name = try key(event, path, depth: depth)
            let keyPath = KeyPath.joined(path, name ?? "")
            let known = faults.count
            let value = try node(try events.next(), keyPath, depth: depth + 1)
            guard let name else {
                // Only the key is reported.
                faults.removeSubrange(known...)
                continue
            }
            if let first = lines.updateValue(lines[name] ?? event.origin.line, forKey: name) {
                let reason = "occurs twice, first in line \(first); keep one"
                faults.append(fault(reason, at: event.origin, keyPath))
                continue
            }
            entries.append(.init(key: name, keyOrigin: event.origin, value: value))
        }
        // The mapping's own keys win, then those that come first.
        var known = Set(lines.keys)
        return entries + merged.filter { known.insert($0.key).inserted }
    }

    /// The keys that `<<` brings: those of a mapping, or of several.
    private mutating func mergedEntries(
        _ origin: Origin,
        _ path: String,
        depth: Int
    ) throws(ConfigurationFault) -> [ConfigurationNode.Entry] {
        let value = try node(try events.next(), KeyPath.joined(path, "<<"), depth: depth)
        var nodes = [value]
        if case .sequence(let items) = value.content { nodes = items }
        var merged: [ConfigurationNode.Entry] = []
        for node in nodes where !node.isNull {
            guard case .mapping(let entries) = node.content else {
                let reason = "'<<' takes a mapping or a list of mappings, such as *defaults"
                faults.append(fault(reason, at: origin, path))
                continue
            }
            merged += entries
        }
        return merged
    }

    /// Reads a key; `nil` if it is not a valid one.
    private mutating func key(
        _ event: YAMLEvents.Event,
        _ path: String,
        depth: Int
    ) throws(ConfigurationFault) -> String? {
        let isRefused = refuse(event, path)
        switch event.kind {
        case .scalar(let text, _):
            if let anchor = event.anchor {
                let node = ConfigurationNode(
                    content: .scalar(.init(text: text, isPlain: false)),
                    origin: event.origin
                )
                anchors.keep(node, as: anchor)
            }
            return isRefused ? nil : text
        case .alias(let name):
            let known = faults.count
            let node = alias(name, event, path, depth: depth)
            guard known == faults.count else { return nil }
            if case .scalar(let scalar) = node.content { return scalar.text }
            faults.append(fault(Self.keyReason, at: event.origin, path))
            return nil
        case .sequenceStart, .mappingStart, .documentStart, .documentEnd, .streamEnd,
            .sequenceEnd, .mappingEnd:
            let known = faults.count
            _ = try node(event, path, depth: depth + 1)
            faults.removeSubrange(known...)
            if !isRefused { faults.append(fault(Self.keyReason, at: event.origin, path)) }
            return nil
        }
    }

    /// Refuses the parts of YAML that a configuration does not use.
    private mutating func refuse(_ event: YAMLEvents.Event, _ path: String) -> Bool {
        guard let tag = event.tag, !event.accepts(tag) else { return false }
        let prefix = "tag:yaml.org,2002:"
        let shown = tag.hasPrefix(prefix) ? "!!\(tag.dropFirst(prefix.count))" : tag
        let reason =
            "tags (\(Quoting.quoted(shown))) are not supported; write the value without one"
        faults.append(fault(reason, at: event.origin, path))
        return true
    }

    private mutating func scalar(
        _ text: String,
        _ style: YAMLEvents.Event.Style,
        _ event: YAMLEvents.Event
    ) -> ConfigurationNode.Scalar {
        // A tag on a plain scalar (`!!str 5`) makes it text, as quotes would.
        let isPlain = style == .plain && event.tag == nil
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            return .init(text: text, isPlain: isPlain)
        }
        let column = event.origin.column + (style == .quoted ? 1 : 0)
        found = source.find(line: event.origin.line, column: column, after: found)
        let stands = found.map {
            source.text.unicodeScalars[$0.index...].starts(with: text.unicodeScalars)
        }
        let textOrigin = Origin(file: source.file, line: event.origin.line, column: column)
        return .init(
            text: text,
            isPlain: isPlain,
            textOrigin: stands == true ? textOrigin : nil
        )
    }

    private func fault(
        _ reason: String,
        at origin: Origin,
        _ path: String = ""
    ) -> ConfigurationFault {
        ConfigurationFault(
            file: origin.file,
            line: origin.line,
            column: origin.column,
            key: path,
            reason: reason
        )
    }

    private static let keyReason = "a key is text, not a list or a mapping"
}

extension YAMLEvents.Event {
    /// Tells whether a tag only repeats the kind of the node.
    fileprivate func accepts(_ tag: String) -> Bool {
        switch kind {
        case .scalar: tag == "!" || tag == "tag:yaml.org,2002:str"
        case .sequenceStart: tag == "!" || tag == "tag:yaml.org,2002:seq"
        case .mappingStart: tag == "!" || tag == "tag:yaml.org,2002:map"
        case .alias, .documentStart, .documentEnd, .streamEnd, .sequenceEnd, .mappingEnd: true
        }
    }
}
