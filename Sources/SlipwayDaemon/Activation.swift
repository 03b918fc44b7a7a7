internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords
internal import SlipwaySystemd

/// The sockets that systemd passed, taken before anything else: the senders that wait there are
/// answered also when the daemon cannot begin.
struct Activation {
    private let sockets: Result<ActivationSockets, ActivationError>

    /// Takes them; to be called once, and before there are other threads.
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

    /// Tells the senders that wait why the launch cannot begin.
    func refuseSenders(_ reason: String) {
        do throws(ActivationError) {
            guard let listener = try controlSocket() else { return }
            let refusal = LaunchRefusal.launchFailed(
                operation: nil,
                message: reason.cut(to: TextLimit.message)
            )
            PendingConnections.refuse(on: listener, with: refusal.varlinkError)
        } catch {
            // What is no socket of ours has no senders.
        }
    }
}
