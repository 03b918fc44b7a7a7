internal import SlipwayInterface
package import SlipwayVarlink

/// Offers only the methods of a service that change nothing.
package struct ObservingService: VarlinkService {
    private let service: any VarlinkService
    private let methods: Set<String>

    /// Offers the methods that the interfaces of the service list as observing.
    package init(_ service: any VarlinkService) {
        self.service = service
        methods = Set(
            service.interfaces.flatMap { interface in
                interface.observing.map { "\(interface.name).\($0)" }
            }
        )
    }

    package var interfaces: [VarlinkInterface] { service.interfaces }

    package func call(_ call: VarlinkCall, from peer: Peer, reply: ReplySink) {
        guard methods.contains(call.method) else {
            return reply.fail(LaunchRefusal.observesOnly.varlinkError)
        }
        service.call(call, from: peer, reply: reply)
    }
}
