internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwaySystem
internal import SlipwaySystemd

/// The sockets of a service.
package struct HostSockets: Hashable {
    /// The file name of a service's sockets, in folders named after the service.
    private static let name = LaunchInterface.name

    /// The socket that takes every call.
    let control: ControlEndpoint
    /// The socket that takes only calls that observe.
    ///
    /// The socket exists only while the service runs, so connecting starts nothing.
    let observing: ControlEndpoint?

    /// Chooses the sockets.
    ///
    /// - Parameters:
    ///   - socket: The path of the control socket; `nil`: the activation socket named `varlink`, or
    ///     else `/run/slipway/NAME/org.slipway.Launch`.
    ///   - service: The name of the service.
    ///   - environment: `RUNTIME_DIRECTORY` is the folder of the observing socket; without it the
    ///     socket is at `/run/slipway-run/NAME/org.slipway.Launch`, if the control socket is at its
    ///     default path.
    ///   - activation: The sockets that systemd passed.
    ///   - names: The sockets among them that are for programs.
    /// - Returns: The sockets to serve.
    /// - Throws: The socket that systemd passed cannot be used, or contradicts `socket`.
    package static func choose(
        _ socket: String?,
        _ service: String,
        _ environment: [String: String],
        _ activation: Activation,
        besides names: Set<String> = []
    ) throws(ServingFailure) -> HostSockets {
        let standard = ControlEndpoint.path("/run/slipway/\(service)/\(name)")
        let listener: Int32?
        do throws(ActivationError) {
            listener = try activation.controlSocket(besides: names)
        } catch {
            throw .activation(error)
        }
        if let socket, listener != nil { throw .twoSockets(path: socket) }
        let control = socket.map { .path($0) } ?? listener.map { .inherited($0) } ?? standard
        let folder =
            ProcessEnvironment.runtimeDirectory(in: environment)
            ?? (control == standard ? "/run/slipway-run/\(service)" : nil)
        let observing = folder.map { observingSocket(in: $0) }
        // One socket cannot be both; the control socket takes observing calls too.
        let isSame = observing?.name == control.name
        return HostSockets(control: control, observing: isSame ? nil : observing)
    }

    private static func observingSocket(in folder: String) -> ControlEndpoint {
        // The service itself decides which users it admits.
        .path("\(folder)/\(name)", mode: 0o666)
    }

    /// The paths of the sockets, as far as they can be found out.
    var names: [String] { [control, observing].compactMap { $0?.name } }

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
