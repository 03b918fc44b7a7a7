internal import ArgumentParser
internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwaySystem

/// The words that are completed from the running service.
///
/// The user waits at a prompt, so an answer comes within ``patience`` or not at all. A completion starts no
/// service, and prints nothing where none runs.
enum ServiceCompletion: Sendable {
    case apps, operations, programs, kinds, queues, launches
    /// `ready`, operations, and actions that have not ended.
    case goals
    /// Operations and kinds.
    case names
    case payload
    /// Actions, those that have ended or those that have not.
    case actions(ended: Bool?)
    /// Operations, and actions that have not ended.
    case cancellable

    /// The longest time that each of at most two questions may take; tests set a longer one.
    @TaskLocal static var patience = Duration.milliseconds(250)

    /// The candidates for a line; blocks.
    func candidates(_ line: CompletionLine) -> [Candidate] {
        if case .apps = self {
            return SocketSearch(environment: ProcessEnvironment.variable).apps.map {
                Candidate($0)
            }
        }
        var options: [String] = []
        for name in ConnectionOptions.optionsWithValue {
            if let value = line.value(of: name) { options += [name, value] }
        }
        options += ConnectionOptions.flags.filter { line.words.contains($0) }
        // A shell would print an error into the line that is being typed.
        guard let connection = try? ConnectionOptions.parse(options),
            let client = try? connection.observingIfThere(patience: .zero)
        else { return [] }
        return (try? candidates(line, client)) ?? []
    }

    private func candidates(_ line: CompletionLine, _ client: ControlClient) throws -> [Candidate] {
        switch self {
        case .apps: []
        case .operations: try operations(client)
        case .programs:
            try report(client).programs.map { Candidate($0.name, "program, \($0.state.word)") }
        case .kinds: try kinds(client)
        case .names: try operations(client) + kinds(client)
        case .goals:
            try [Candidate("ready", "the launch")] + operations(client)
                + actions(client, ended: false)
        case .cancellable: try operations(client) + actions(client, ended: false)
        case .queues:
            Set(try report(client).operations.map(\.queue.name) + ["main", "userInitiated"])
                .sorted()
                .map { Candidate($0) }
        case .launches:
            try client.call(Method.ListLaunches(count: 20), timeout: Self.patience).launches
                .map { Candidate(String($0.launchID.prefix(8)), $0.end.words) }
        case .actions(let ended): try actions(client, ended: ended)
        case .payload: try payload(line, client)
        }
    }

    private func report(_ client: ControlClient) throws -> Report {
        try client.call(Method.GetReport(actions: 0), timeout: Self.patience).launch
    }

    private func operations(_ client: ControlClient) throws -> [Candidate] {
        try report(client).operations.map { Candidate($0.name, "operation, \($0.word)") }
    }

    private func declared(_ client: ControlClient) throws -> [DeclaredKind] {
        try client.call(Method.ListKinds(), timeout: Self.patience).kinds
    }

    private func kinds(_ client: ControlClient) throws -> [Candidate] {
        try declared(client).map { kind in
            let keys = (kind.parameters ?? []).map(\.name).joined(separator: ", ")
            return Candidate(kind.name, keys.isEmpty ? "kind of action" : "takes \(keys)")
        }
    }

    private func actions(_ client: ControlClient, ended: Bool?) throws -> [Candidate] {
        let listing = Method.ListActions(count: 50, isLatest: true)
        let answer = try client.answer(to: listing, timeout: Self.patience)
        return try Method.ListActions.reply(answer).actions
            .filter { ended == nil || $0.state.isEnded == ended }
            .map { Candidate($0.id.description, "\($0.kind), \($0.state.word)") }
    }

    /// The keys that are not on the line yet, or the values of the key under the cursor.
    private func payload(_ line: CompletionLine, _ client: ControlClient) throws -> [Candidate] {
        let words = line.positional(
            optionsWithValues: Set(ConnectionOptions.optionsWithValue)
                .union(["--payload", "--wait", "--timeout", "--key"])
        )
        guard let name = words.first,
            let kind = try declared(client).first(where: { $0.name == name })
        else { return [] }
        let given = words.dropFirst().map { $0.prefix { $0 != "=" && $0 != ":" } }
        return (kind.parameters ?? []).flatMap { parameter -> [Candidate] in
            guard !given.contains(parameter.name[...]) else { return [] }
            let key = parameter.name + parameter.sign
            let values = parameter.acceptedValues.map { Candidate(key + $0) }
            if line.current.hasPrefix(key) { return values }
            let words = [parameter.words, parameter.isRequired ? "required" : nil, parameter.type]
            return [Candidate(key, words.compactMap(\.self).joined(separator: ", "))]
        }
    }
}

extension DeclaredKind.Parameter {
    /// The sign between the key and its value: `=` before text, `:=` before JSON.
    fileprivate var sign: String { type == "string" ? "=" : ":=" }

    /// The known values of the parameter, as a command line writes them.
    fileprivate var acceptedValues: [String] {
        if let values {
            return values.compactMap { text in
                type == "string" ? (try? JSON(parsing: text))?.stringValue : text
            }
        }
        return type == "boolean" ? ["true", "false"] : []
    }
}

extension CompletionKind {
    /// Words that are asked of the running service.
    static func service(_ what: ServiceCompletion) -> CompletionKind {
        .custom { words, index, prefix in
            let shell = CompletionShell.requesting
            let line = CompletionLine(
                words,
                at: index,
                prefix: prefix,
                partsAtSigns: shell == .bash
            )
            return what.candidates(line)
                .compactMap { $0.text(for: shell, without: line.given) }
        }
    }
}
