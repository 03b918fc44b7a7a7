internal import Slipway

/// Turns nodes into specifications and collects every fault.
///
/// A wrong value is reported and then treated as absent, so that the rest is still checked.
struct ConfigurationDecoder {
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
    /// Their names and `main`, as messages show them.
    private(set) var queueNames: [String] = []
    /// What the current template may refer to.
    var scope = TemplateScope.operation
    /// The operations that the current templates refer to.
    var mentions: [DependencySpecification] = []
    /// The operation that is being read; `nil` for an action.
    var reader: String?
    /// Whether that one is in a group.
    var isInGroup = false
    /// What the operations of the file have that do not say otherwise.
    var defaults = OperationDefaults()
    /// All references to operations' values.
    var values: [ValueMention] = []
    /// The operations whose values are those of groups, with the key that says so.
    var groupValues: [(operation: DependencySpecification, path: String)] = []
    /// All variables that templates refer to.
    var variables: [VariableMention] = []
    /// What is likely to be meant otherwise.
    var warnings: [ConfigurationFault] = []
    /// Finds the known word nearest to an unknown one.
    var nearest = NearestName()

    mutating func report(_ reason: String, at origin: Origin, _ path: String) {
        faults.append(ConfigurationFault(at: origin, key: path, reason: reason))
    }

    /// Reports a value of the wrong kind.
    mutating func reject(_ field: Field, expected: String) {
        report("found \(field.node.shown); expected \(expected)", at: field.node.origin, field.path)
    }

    /// Notes the key at a position.
    mutating func note(_ path: String, at origin: Origin) {
        paths[origin] = path
    }

    /// Reads a mapping with a fixed set of keys, and reports the others.
    mutating func section(_ field: Field, _ table: KeyTable) -> Section? {
        guard let section = names(field, expected: "a mapping") else { return nil }
        // What begins with x- is the user's own.
        for entry in section.entries
        where !table.known.contains(entry.key) && !entry.key.hasPrefix("x-") {
            let path = KeyPath.joined(section.path, entry.key)
            report(refusal(of: entry.key, table), at: entry.keyOrigin, path)
        }
        return section
    }

    /// Reads a mapping whose keys are names that the user chooses.
    mutating func names(_ field: Field, expected: String) -> Section? {
        guard case .mapping(let entries) = field.node.content else {
            reject(field, expected: expected)
            return nil
        }
        return Section(path: field.path, origin: field.keyOrigin, entries: entries)
    }

    private mutating func refusal(of key: String, _ table: KeyTable) -> String {
        if let reason = table.elsewhere[key] { return reason }
        if table.later.contains(key) {
            return "\(Quoting.quoted(key)) is not supported yet; remove it"
        }
        if let here = table.foreign[key] { return "unknown key; here that is \(here)" }
        let meant =
            table.renamed[key] ?? nearest.next(key, among: table.known + table.later)
        let advice = meant.map { "did you mean '\($0)'?" }
        return "unknown key; "
            + (advice ?? "accepted are \(Quoting.alternatives(table.known))")
    }
}

/// What a template belongs to, and so what it may refer to.
enum TemplateScope {
    case operation
    /// The parameters whose names may follow `payload.`.
    case action(parameters: [PayloadSchema.Parameter])
}
