internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwaySystemd

/// The sockets that systemd passed.
///
/// They are taken before anything else, so that senders in the backlog get an answer even if the
/// daemon cannot start.
struct Activation {
    private let sockets: Result<ActivationSockets, ActivationError>

    /// Takes the sockets; call it once, and before other threads exist.
    init() {
        do throws(ActivationError) {
            sockets = .success(try ActivationSockets.inherit())
        } catch {
            sockets = .failure(error)
        }
    }

    /// The control socket, if it is among them.
    func controlSocket() throws(ActivationError) -> Int32? {
        try sockets.get().listener(named: "varlink", acceptingOnlySocket: true)
    }

    /// Tells the senders in the backlog why the launch cannot begin.
    func refuseSenders(_ reason: String) {
        do throws(ActivationError) {
            guard let listener = try controlSocket() else { return }
            let refusal = LaunchRefusal.launchFailed(
                operation: nil,
                message: reason.cut(to: TextLimit.message)
            )
            PendingConnections.refuse(on: listener, with: refusal.varlinkError)
        } catch {
            // Without a usable socket there are no senders.
        }
    }
}
