internal import Slipway

/// Turns nodes into specifications and collects every fault.
///
/// A wrong value is reported and then treated as absent, so that the rest is still checked.
final class ConfigurationDecoder {
    private(set) var faults: [ConfigurationFault] = []
    /// The key at each position, for faults that are found when the graph is built.
    private(set) var paths: [Origin: String] = [:]
    /// The queues of the file.
    var queues: [Queue: QueueWidth] = [:] {
        didSet {
            queueNames =
                ["main"] + queues.keys.sorted { $0.name < $1.name }.map { Quoting.shown($0.name) }
        }
    }
    /// The names of the queues and `main`, as messages show them.
    private(set) var queueNames: [String] = []
    /// The scope of the current template: the values that it may refer to.
    var scope = TemplateScope.operation
    /// The operations that the current templates refer to.
    var mentions: [DependencySpecification] = []
    /// The place of the `exec` that is being read.
    var execPlace = ExecPlace.operation
    /// The number of conditions around the one that is being read.
    var conditionDepth = 0
    /// The operation or the action that is being read.
    var reader = ""
    /// The operation that is being read is in a group.
    var isInGroup = false
    /// The options of the operations of the file that do not say otherwise.
    var defaults = OperationDefaults()
    /// The operations whose bodies are `flags`, also in groups.
    var flagsOperations: [String] = []
    /// All references to operations' values.
    var values: [ValueMention] = []
    /// The operations whose values are those of groups, with the key that says so.
    var groupValues: [(operation: DependencySpecification, path: String)] = []
    /// All variables that templates refer to.
    var variables: [OutsideMention] = []
    /// All credentials that templates refer to, where they may.
    var credentials: [OutsideMention] = []
    /// The warnings: places that are likely to be meant otherwise.
    var warnings: [ConfigurationFault] = []
    /// The kinds of mapping that messages were about, so that each is described once.
    private var descriptions: [ObjectIdentifier: MappingDescription] = [:]
    /// Finds the known word nearest to an unknown one.
    var nearest = NearestName()

    func report(_ reason: String, at origin: Origin, _ path: String) {
        faults.append(ConfigurationFault(at: origin, key: path, reason: reason))
    }

    /// Reports a value of the wrong kind.
    func reject(_ field: Field, expected: String) {
        report("found \(field.node.shown); expected \(expected)", at: field.node.origin, field.path)
    }

    /// Notes the key at a position.
    func note(_ path: String, at origin: Origin) {
        paths[origin] = path
    }

    /// Reads a mapping with a fixed set of keys, and reports the others.
    func mapping<Value: Mapping>(_ field: Field, _ type: Value.Type = Value.self) -> Value? {
        guard let section = names(field, expected: "a mapping") else { return nil }
        let before = faults.count
        var keys = Keys(self, section, field.name, type)
        let value = Value.read(&keys)
        guard keys.hasOthers else { return value }
        let description = description(of: type)
        let unknown = keys.others.map { entry in
            ConfigurationFault(
                at: entry.keyOrigin,
                key: KeyPath.joined(section.path, entry.key),
                reason: refusal(of: entry.key, description)
            )
        }
        // Of two faults at one place, that of the key comes first.
        faults.insert(contentsOf: unknown, at: before)
        return value
    }

    /// The keys of a kind of mapping, for messages.
    func description(of type: any Mapping.Type) -> MappingDescription {
        let id = ObjectIdentifier(type)
        let description = descriptions[id] ?? MappingDescription(type)
        descriptions[id] = description
        return description
    }

    /// Reads a mapping whose keys are names that the user chooses.
    func names(_ field: Field, expected: String) -> Section? {
        guard case .mapping(let entries) = field.node.content else {
            reject(field, expected: expected)
            return nil
        }
        return Section(path: field.path, origin: field.keyOrigin, entries: entries)
    }

    private func refusal(of key: String, _ mapping: MappingDescription) -> String {
        let text = mapping.text
        if let reason = text.elsewhere[key] { return reason }
        if text.later.contains(key) {
            return "\(Quoting.quoted(key)) is not supported yet; remove it"
        }
        if let here = text.foreign[key] { return "unknown key; here that is \(here)" }
        let known = mapping.known
        let meant = text.renamed[key] ?? nearest.next(key, among: known + text.later)
        let advice = meant.map { "did you mean '\($0)'?" }
        return "unknown key; " + (advice ?? "accepted are \(UnknownName.alternatives(known))")
    }
}

/// The owner of a template, which decides what the template may refer to.
enum TemplateScope {
    case operation
    /// The parameters whose names may follow `payload.`.
    case action(parameters: [PayloadSchema.Parameter])

    var isAction: Bool { if case .action = self { true } else { false } }
}
