internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwayProcess
internal import SlipwaySystem

extension BodyRunner {
    /// The longest time of each step: a server on this machine answers at once.
    private static let patience = Duration.seconds(1)

    /// Something that answers already at the address where a program is to be ready, as a reason
    /// not to start the program: the program would count as ready, and then end for want of the
    /// port.
    ///
    /// Only addresses of this machine are asked, once each, and none for a program that gets
    /// sockets.
    ///
    /// - Returns: `nil` if nothing is known to listen there.
    func stranger(in start: ProgramStart) async throws -> String? {
        let program = start.program
        // An operator may have started the program itself since the last attempt of its operation.
        guard program.sockets.isEmpty, let place = try program.placeOfReadiness(start.values),
            await programs.status(start.name)?.isThere != true
        else { return nil }
        let addresses: [SocketAddress]
        do {
            addresses = try await NameLookup.shared.addresses(
                of: place,
                in: TryTime(Self.patience)
            )
        } catch is LookupFailure {
            return nil
        }
        for address in addresses where address.isOfThisMachine {
            guard try await address.connectionFailure(within: Self.patience) == nil else {
                continue
            }
            return
                "is not started: another program listens at \(place) already, where this one is to "
                + "be ready; stop the other, or choose another port"
        }
        return nil
    }
}

extension ProgramSpecification {
    /// The place that the program's `ready` asks by TCP or HTTP; `nil` if it asks none.
    fileprivate func placeOfReadiness(_ values: TemplateValues) throws -> HostAndPort? {
        guard case .check(let ready, _) = ready else { return nil }
        switch ready.check {
        case .tcp(let template): return try template.hostAndPort(values)
        case .http(let probe):
            guard case .host(let host, let port) = try probe.url.url(values).origin.server else {
                return nil
            }
            return HostAndPort(host, port: port)
        case .exec: return nil
        }
    }
}

extension SocketAddress {
    /// A socket can be bound to the address, at a port that the kernel chooses.
    fileprivate var isOfThisMachine: Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withPort(0).withPointer { bind(descriptor, $0, $1) } == 0
    }
}
