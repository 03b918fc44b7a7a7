internal import Slipway
internal import SlipwayJSON

/// The kinds of launch action that a graph declares; their payloads are made by their own
/// `init(from:)`.
struct GraphKinds: ActionKinds {
    let names: [String]
    private let policies: [String: ActionPolicy]
    private let payloads: [String: any PayloadDecoding]
    private let keys: [String: @Sendable (ActionPayload) -> ActionKeys?]

    /// Takes the kinds of a graph.
    ///
    /// - Throws: A kind takes a payload that is not `Decodable`: no sender could send one.
    init(_ graph: Graph) throws(HostError) {
        policies = graph.actionPolicies
        payloads = graph.actionPayloads
        keys = graph.actionKeys
        names = policies.keys.sorted()
        let unreadable = names.filter { payloads[$0] == nil }.map { "'\($0)'" }
        guard unreadable.isEmpty else {
            throw HostError(
                "cannot serve '\(graph.plan.name)': the payloads of its launch actions "
                    + "\(unreadable.joined(separator: ", ")) cannot be read; make their types "
                    + "Decodable, or Void for none",
                isFaultOfProgram: true
            )
        }
    }

    /// Refuses rights for a kind that is not declared: with a misspelled name, the kind that is meant
    /// would be open to every user.
    func check(allowed: [String]) throws(HostError) {
        for kind in allowed where policies[kind] == nil {
            let nearest = NearestName.of(kind, among: names)
            let advice = nearest.map { "did you mean '\($0)'?" } ?? "declare it or remove it"
            throw HostError(
                "'allow' says who may send '\(kind)', which is no kind of launch action; \(advice)",
                isFaultOfProgram: true
            )
        }
    }

    func policy(of kind: String) -> ActionPolicy? { policies[kind] }

    func keys(of kind: String, _ payload: ActionPayload) -> ActionKeys? { keys[kind]?(payload) }

    func payload(of kind: String, _ payload: JSONObject) throws(PayloadRefusal) -> ActionPayload {
        guard let decoding = payloads[kind] else {
            throw PayloadRefusal(key: "", reason: "is of a kind that is not declared")
        }
        do throws(JSONDecodingFault) {
            let (value, unasked) = try JSON.object(payload).decode { decoder in
                try decoding.decode(from: decoder)
            }
            if let member = unasked.first {
                let reason = UnknownName.ofParameter(member.key, among: member.asked)
                throw JSONDecodingFault(path: member.path, reason: reason)
            }
            return value
        } catch {
            throw PayloadRefusal(key: error.path, reason: error.reason)
        }
    }
}
