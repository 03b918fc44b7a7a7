internal import SlipwayControlServer
internal import SlipwaySystemd

/// Where a daemon can be reached.
struct DaemonSockets: Hashable {
    /// The name of a daemon's sockets, in folders that are named after the service.
    private static let name = "org.slipway.Launch"

    /// Takes everything.
    let control: ControlEndpoint
    /// Takes what only asks, and is there only while the daemon runs: so to ask starts nothing.
    let observing: ControlEndpoint?

    /// Decides where to listen.
    ///
    /// - Parameters:
    ///   - socket: Where the control socket is to be; `nil`: the activation socket named
    ///     `varlink`, or else `/run/slipway/NAME/org.slipway.Launch`.
    ///   - service: The name of the service.
    ///   - environment: `RUNTIME_DIRECTORY` is where the observing socket is to be; else it is at
    ///     `/run/slipway-run/NAME/org.slipway.Launch`, if the control socket is at its own place.
    ///   - activation: What systemd passed.
    /// - Returns: What is to be served.
    /// - Throws: What systemd passed cannot be used, or is not to be.
    static func choose(
        _ socket: String?,
        _ service: String,
        _ environment: [String: String],
        _ activation: Activation
    ) throws(DaemonError) -> DaemonSockets {
        let standard = ControlEndpoint.path("/run/slipway/\(service)/\(name)")
        let listener: Int32?
        do throws(ActivationError) {
            listener = try activation.controlSocket()
        } catch {
            throw .activation(error)
        }
        if let socket, listener != nil { throw .twoSockets(path: socket) }
        let control = socket.map { .path($0) } ?? listener.map { .inherited($0) } ?? standard
        // Systemd separates several with colons.
        let folder =
            environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
            ?? (control == standard ? "/run/slipway-run/\(service)" : nil)
        let observing = folder.map { observingSocket(in: $0) }
        // One socket cannot be both; the control socket takes questions too.
        let isSame = observing?.name == control.name
        return DaemonSockets(control: control, observing: isSame ? nil : observing)
    }

    private static func observingSocket(in folder: String) -> ControlEndpoint {
        // The daemon itself decides which users it lets in.
        .path("\(folder)/\(name)", mode: 0o666)
    }

    /// The doors of the control server.
    func doors(_ services: [any VarlinkService], _ authority: Authority) -> [ControlDoor] {
        let door = ControlDoor(at: control, services: services)
        guard let observing else { return [door] }
        let group = control.group
        return [
            door,
            ControlDoor(at: observing, services: services.map { ObservingService($0) }) { peer in
                authority.mayObserve(peer, group: group)
            },
        ]
    }
}
