internal import Slipway
internal import SlipwayJSON

/// The keys of one mapping: of a file, to be read; of a kind of mapping, to be described; of an operation that
/// was read, to be compared.
///
/// Types, defaults and texts are made only where keys are described; a file is read without them.
struct Keys {
    let decoder: ConfigurationDecoder
    /// The mapping of the file; empty while none is read.
    let section: Section
    /// The name that the file gives to the mapping.
    let name: String
    private let type: any Mapping.Type
    /// The entries for which a key was declared, as bits, of the mapping's first 64; no kind of
    /// mapping has as many keys.
    private var asked: UInt64 = 0
    /// The entries for which a key was declared, of those after the first 64.
    private var askedLater: Set<Int> = []
    let visit: KeyVisit

    init(
        _ decoder: ConfigurationDecoder,
        _ section: Section,
        _ name: String,
        _ type: any Mapping.Type
    ) {
        self.type = type
        self.decoder = decoder
        self.section = section
        self.name = name
        visit = .reading
    }

    /// The keys of a kind of mapping, of which nothing is read from a file.
    init(_ visit: KeyVisit, _ type: any Mapping.Type) {
        self.type = type
        decoder = ConfigurationDecoder()
        section = Section(path: "", origin: .nowhere, entries: [])
        name = ""
        self.visit = visit
    }

    /// The entries for which no key was declared, except the user's own, which begin with `x-`.
    var others: [ConfigurationNode.Entry] {
        section.entries.indices.filter(isOther).map { section.entries[$0] }
    }

    var hasOthers: Bool { section.entries.indices.contains(where: isOther) }

    private func isOther(_ index: Int) -> Bool {
        let wasAsked = index < 64 ? asked & (1 << UInt64(index)) != 0 : askedLater.contains(index)
        return !wasAsked && !section.entries[index].key.hasPrefix("x-")
    }

    /// The names of the keys of which a mapping has exactly one, for messages.
    var alternatives: [String] {
        mapping.keys.filter { $0.need == .alternative }.map(\.name)
    }

    /// All that the mapping may have, for messages.
    var mapping: MappingDescription {
        if case .describing(let description) = visit {
            description
        } else {
            decoder.description(of: type)
        }
    }

    /// Declares a key whose value is read by the caller.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - type: What its value may be.
    ///   - usual: What the mapping has without it, in words or as code; `nil` if nothing follows.
    ///   - need: Whether it has to be there; the caller reports that.
    ///   - limits: The mappings that cannot have it, and why.
    /// - Returns: The value in the file; `nil` if it has none.
    mutating func field(
        _ name: String,
        _ type: @autoclosure () -> KeyType,
        usual: @autoclosure () -> String? = nil,
        _ need: KeyDescription.Need = .none,
        limits: @autoclosure () -> String? = nil
    ) -> Declared<Field?> {
        switch visit {
        case .reading: break
        case .describing(let description):
            let key = KeyDescription(
                name: name,
                type: type(),
                usual: usual(),
                need: need,
                limits: limits()
            )
            description.add(key)
            return Declared(value: nil, visit: visit)
        case .comparing(let values):
            values.declare(name)
            return Declared(value: nil, visit: visit)
        }
        guard let index = section.entries.firstIndex(where: { $0.key == name }) else {
            return Declared(value: nil, visit: visit)
        }
        if index < 64 { asked |= 1 << UInt64(index) } else { askedLater.insert(index) }
        return Declared(value: section.field(index), visit: visit)
    }

    /// Declares a key that has a default: what the variable holds, unless `usual` says it in words.
    mutating func read<Value: Hashable>(
        _ name: String,
        _ value: inout Value,
        _ kind: @autoclosure () -> Kind<Value>,
        usual: @autoclosure () -> String? = nil
    ) -> Declared<Void> {
        let field = field(
            name,
            kind().type(),
            usual: usual() ?? kind().shown(value).map { "`\($0)`" }
        )
        if let field = field.value, let read = kind().read(decoder, field) { value = read }
        return field.map { _ in }.compares([value])
    }

    /// Declares a key that may be absent.
    mutating func read<Value: Hashable>(
        _ name: String,
        _ value: inout Value?,
        _ kind: @autoclosure () -> Kind<Value>,
        usual: @autoclosure () -> String? = nil
    ) -> Declared<Void> {
        let field = field(name, kind().type(), usual: usual())
        if let field = field.value, let read = kind().read(decoder, field) { value = read }
        return field.map { _ in }.compares([value])
    }

    /// Declares a key that has to be there; where it is not, `advice` says what to do.
    ///
    /// - Returns: The value; `nil` if it is missing or faulty, which is reported.
    mutating func require<Value>(
        _ name: String,
        _ kind: @autoclosure () -> Kind<Value>,
        orElse advice: String
    ) -> Declared<Value?> {
        let field = field(name, kind().type(), .required)
        guard let found = field.value else {
            // A key that is missing in the file itself has no key around it.
            let path = section.path.isEmpty ? name : section.path
            decoder.report("has no \(name); \(advice)", at: section.origin, path)
            return field.map { _ in nil }
        }
        return field.map { _ in kind().read(decoder, found) }
    }

    /// The operation whose keys are compared; `nil` if none are.
    var compared: OperationSpecification? {
        if case .comparing(let values) = visit { values.operation } else { nil }
    }

    /// Compares a key that is declared elsewhere.
    func compare(
        _ name: String,
        _ parts: @autoclosure () -> [AnyHashable?],
        _ change: KeyChange
    ) {
        if case .comparing(let values) = visit { values.add(name, parts(), change) }
    }

    /// Reports what is wrong with the mapping as a whole.
    func report(_ reason: String) { decoder.report(reason, at: section.origin, section.path) }

    /// Begins a part of the manual with the next key.
    func begin(part title: String, _ text: @autoclosure () -> String) {
        if case .describing(let description) = visit { description.begin(part: title, text()) }
    }

    /// Adds to the schema of the mapping.
    func constrain(_ schema: @autoclosure () -> JSONObject) {
        if case .describing(let description) = visit { description.add(schema()) }
    }
}

/// A key that was declared, and whose meaning is still to be said.
struct Declared<Value> {
    let value: Value
    let visit: KeyVisit

    /// Says what the key means, with a value as a file has it, and which mappings cannot have it.
    ///
    /// The words are made only where keys are described.
    func means(
        _ words: @autoclosure () -> String,
        example: @autoclosure () -> String,
        limits: @autoclosure () -> String? = nil
    ) -> Value {
        if case .describing(let description) = visit {
            description.explain(words(), example(), limits())
        }
        return value
    }

    /// Gives the parts of an operation that the key sets: a reload compares them to see whether the
    /// key has changed.
    func compares(
        _ parts: @autoclosure () -> [AnyHashable?],
        _ change: KeyChange = .takesARun
    ) -> Self {
        if case .comparing(let values) = visit { values.note(parts(), change) }
        return self
    }

    /// The key is compared with ``Keys/compare(_:_:_:)``.
    func isComparedElsewhere() -> Self {
        if case .comparing(let values) = visit { values.skip() }
        return self
    }

    /// Says what another value of a key that was read means to an operation that has done its work.
    func change(_ change: KeyChange) -> Self {
        if case .comparing(let values) = visit { values.mark(change) }
        return self
    }

    func map<Other>(_ make: (Value) -> Other) -> Declared<Other> {
        Declared<Other>(value: make(value), visit: visit)
    }
}
