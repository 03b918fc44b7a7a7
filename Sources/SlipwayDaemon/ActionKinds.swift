internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayControl
internal import SlipwayJSON
internal import SlipwayRecords

/// The kinds of launch action that the configuration declares, with the checks of their payloads.
struct ActionKinds: Sendable {
    /// The most bytes of a payload, as compact JSON; larger data is passed by reference.
    static let payloadLimit = 64 * 1024

    private let specifications: [String: ActionSpecification]
    private let handles: [String: ActionKind<JSON>]
    private let names: [String]

    init(_ configuration: Configuration, _ handles: [String: ActionKind<JSON>]) {
        specifications = Dictionary(
            configuration.actions.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        names = configuration.actions.map(\.name)
        self.handles = handles
    }

    /// Finds the kind of a request and checks its payload.
    ///
    /// - Returns: The kind, and what it promises.
    func check(
        _ request: SubmitRequest
    ) throws(LaunchRefusal) -> (kind: ActionKind<JSON>, policy: ActionPolicy) {
        guard let specification = specifications[request.kind], let handle = handles[request.kind]
        else { throw .unknownKind(request.kind, known: names) }
        let payload = JSON.object(request.payload)
        let size = payload.compact.utf8.count
        guard size <= Self.payloadLimit else {
            throw .payloadTooLarge(size: size, limit: Self.payloadLimit)
        }
        do throws(PayloadFault) {
            try specification.parameters.validate(payload)
        } catch {
            throw .invalidPayload(
                key: error.key.cut(to: TextLimit.name),
                reason: error.reason.cut(to: TextLimit.message)
            )
        }
        return (handle, specification.policy.policy)
    }

    /// Turns a stored payload into what the handler gets.
    ///
    /// - Throws: It is not what the kind declares now.
    func payload(of kind: String, _ payload: JSONObject) throws(Failure) -> ActionPayload {
        let json = JSON.object(payload)
        do throws(PayloadFault) {
            try specifications[kind]?.parameters.validate(json)
        } catch {
            let fault = [error.key, error.reason].filter { !$0.isEmpty }.joined(separator: ": ")
            throw Failure("its payload is not what '\(kind)' takes by now: \(fault)")
        }
        return ActionPayload(json)
    }
}
