internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Finds the service for a call, and answers `org.varlink.service` itself.
struct Router: Sendable {
    enum Route {
        case service(any VarlinkService)
        case reply(VarlinkReply)
    }

    private let identity: ServiceIdentity
    private let interfaces: [VarlinkInterface]
    private let services: [String: any VarlinkService]

    /// If several services have the same interface, the first one serves it.
    init(services: [any VarlinkService], identity: ServiceIdentity) {
        self.identity = identity
        interfaces = [.service] + services.flatMap(\.interfaces)
        self.services =
            services.flatMap { service in service.interfaces.map { ($0.name, service) } }
            .keyed()
    }

    func route(_ call: VarlinkCall) -> Route {
        guard let interface = interfaces.first(where: { $0.name == call.interface }) else {
            return .reply(.error(.interfaceNotFound(call.interface)))
        }
        guard interface.methods.contains(call.member) else {
            return .reply(.error(.methodNotFound(call.method)))
        }
        // No method takes over its connection, and an error is the only reply that keeps it usable.
        guard call.mode != .upgrade else {
            return .reply(.error(.methodNotImplemented(call.method)))
        }
        if let service = services[interface.name] { return .service(service) }
        do throws(VarlinkError) {
            return .reply(try answer(call))
        } catch {
            return .reply(.error(error))
        }
    }

    private func answer(_ call: VarlinkCall) throws(VarlinkError) -> VarlinkReply {
        guard call.member == "GetInterfaceDescription" else {
            _ = try NoParameters(parametersOf: call)
            return .parameters(info)
        }
        let name = try InterfaceName(parametersOf: call).interface
        guard let interface = interfaces.first(where: { $0.name == name }) else {
            return .error(.interfaceNotFound(name))
        }
        return .parameters(["description": .string(interface.description)])
    }

    private var info: JSONObject {
        [
            "vendor": .string(identity.vendor),
            "product": .string(identity.product),
            "version": .string(identity.version),
            "url": .string(identity.url),
            "interfaces": .array(interfaces.map { .string($0.name) }),
        ]
    }
}

private struct InterfaceName: Record {
    var interface = ""

    static var blank: Self { Self() }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The interface")
        try fields.required("interface", &interface, .text)
    }
}
