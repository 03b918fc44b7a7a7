internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayJSON

/// The kinds of launch action that the configuration declares.
struct ConfiguredKinds: ActionKinds {
    let names: [String]
    private let specifications: [String: ActionSpecification]

    init(_ configuration: Configuration) {
        specifications = configuration.actions.keyed(by: \.name)
        names = configuration.actions.map(\.name)
    }

    func parameters(of kind: String) -> [DeclaredKind.Parameter]? {
        specifications[kind]?.parameters.parameters.map(\.declared)
    }

    func policy(of kind: String) -> ActionPolicy? { specifications[kind]?.planPolicy }

    func keys(of kind: String, _ payload: ActionPayload) -> ActionKeys? {
        specifications[kind]?.payloadKeys.made(payload)
    }

    func payload(of kind: String, _ payload: JSONObject) throws(PayloadRefusal) -> ActionPayload {
        guard let specification = specifications[kind] else {
            return ActionPayload(JSON.object(payload))
        }
        do throws(PayloadFault) {
            try specification.parameters.validate(.object(payload))
            let payload = specification.parameters.normalized(payload)
            try specification.body.accept(payload)
            return ActionPayload(JSON.object(payload))
        } catch {
            throw PayloadRefusal(key: error.key, reason: error.reason)
        }
    }
}
