internal import CYAML
internal import Slipway

/// The events of libyaml's parser as values, each with its position.
///
/// Only this file uses libyaml, and without a Swift wrapper: one would need Foundation, which
/// doubles the daemon's start-up time and memory.
struct YAMLEvents: ~Copyable {
    /// An event.
    struct Event {
        enum Kind {
            case documentStart
            case documentEnd
            case streamEnd
            case alias(String)
            case scalar(String, Style)
            case sequenceStart
            case sequenceEnd
            case mappingStart
            case mappingEnd
        }

        enum Style {
            case plain, quoted, block
        }

        let kind: Kind
        let origin: Origin
        /// `&NAME` before a node.
        var anchor: String?
        /// `!TAG` before a node.
        var tag: String?
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let source: SourceText

    init(_ source: SourceText) {
        self.source = source
        bytes = .allocate(capacity: source.text.utf8.count)
        _ = bytes.initialize(from: source.text.utf8)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The next event, from the first document on.
    ///
    /// - Throws: The syntax fault; there is no next event after it.
    func next() throws(ConfigurationFault) -> Event {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) != 0 else {
                throw YAMLFault.fault(of: parser.pointee, in: source)
            }
            defer { yaml_event_delete(&event) }
            if let read = Event(event, in: source) { return read }
        }
    }
}

extension YAMLEvents.Event {
    fileprivate init?(_ event: yaml_event_t, in source: SourceText) {
        origin = source.existing(Origin(event.start_mark, file: source.file))
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_ALIAS_EVENT: kind = .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            kind = .scalar(text(scalar.value, scalar.length), Style(scalar.style))
            anchor = text(scalar.anchor)
            tag = text(scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            anchor = text(event.data.sequence_start.anchor)
            tag = text(event.data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            anchor = text(event.data.mapping_start.anchor)
            tag = text(event.data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: return nil
        }
    }
}

extension YAMLEvents.Event.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_PLAIN_SCALAR_STYLE: self = .plain
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
        default: self = .block
        }
    }
}

extension Origin {
    /// libyaml counts from 0, columns in characters.
    fileprivate init(_ mark: yaml_mark_t, file: String) {
        self.init(file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

extension YAMLFault {
    fileprivate static func fault(
        of parser: yaml_parser_t,
        in source: SourceText
    ) -> ConfigurationFault {
        let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
        guard parser.error != YAML_READER_ERROR else {
            return unreadable(problem, Int(parser.problem_offset), parser.problem_value, in: source)
        }
        let context = parser.context.map {
            Context(
                text: String(cString: $0),
                origin: source.existing(Origin(parser.context_mark, file: source.file))
            )
        }
        let origin = source.existing(Origin(parser.problem_mark, file: source.file))
        return syntax(problem, context, origin, in: source)
    }
}

private func text(_ bytes: UnsafePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
}

private func text(_ bytes: UnsafePointer<yaml_char_t>?, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}
