internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwaySystemd
internal import SlipwayVarlink

/// The sockets that systemd passed.
///
/// The sockets are taken before anything else, so that senders in the backlog get an answer even if
/// the service cannot start.
package struct Activation {
    private let sockets: Result<ActivationSockets, ActivationError>

    /// Takes the sockets; call it once, and before other threads exist.
    package init() {
        do throws(ActivationError) {
            sockets = .success(try ActivationSockets.inherit())
        } catch {
            sockets = .failure(error)
        }
    }

    /// All sockets; empty if they cannot be used.
    package var all: [(name: String, descriptor: Int32)] {
        (try? sockets.get().all.map { ($0.name, $0.descriptor) }) ?? []
    }

    /// The control socket, if it is among them.
    ///
    /// - Parameter names: The sockets that are for programs.
    /// - Returns: Its descriptor; `nil` if it was not passed.
    /// - Throws: Why it cannot be used.
    func controlSocket(besides names: Set<String> = []) throws(ActivationError) -> Int32? {
        let sockets = try sockets.get().all.filter { !names.contains($0.name) }
        return try ActivationSockets(sockets).listener(named: "varlink", acceptingOnlySocket: true)
    }

    /// Tells the senders in the backlog why the launch cannot begin.
    package func refuseSenders(_ reason: String) {
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
