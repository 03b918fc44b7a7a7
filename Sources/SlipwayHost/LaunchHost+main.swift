internal import Glibc
public import Slipway
internal import SlipwaySystemd

extension LaunchHost {
    /// Runs a graph as a service that is the whole program, and ends the process with it.
    ///
    /// ```swift
    /// @main struct Storefront {
    ///     static func main() {
    ///         LaunchHost.main {
    ///             var plan = Plan("storefront")
    ///             plan.add("user-data") { try await fetchUser() }
    ///             return try Graph(plan)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// To be called on the process's first thread, which becomes the main queue, before other
    /// threads read the environment; blocks until the service has ended. The exit status is 0 after
    /// an ordinary end, 78 if the graph or the options have faults, after which the unit should not be
    /// restarted, and 1 if the service cannot be served, its launch failed, or `graph` threw another
    /// error. systemd, the journal and the senders that wait at an activation socket are told why.
    ///
    /// - Parameters:
    ///   - options: Where it listens, where it keeps actions, and who may do what.
    ///   - graph: Makes the graph.
    public static func main(
        options: HostOptions = HostOptions(),
        _ graph: () throws -> Graph
    ) -> Never {
        let made: Graph
        do {
            made = try graph()
        } catch {
            Activation().refuseSenders("\(error)")
            StartFault(of: error).reportAndExit()
        }
        do {
            try LaunchHost(made, options: options).runOnMainThread()
        } catch LaunchError.failed {
            // The reporters have told systemd and the journal.
            exit(EXIT_FAILURE)
        } catch {
            StartFault(of: error).reportAndExit()
        }
        exit(EXIT_SUCCESS)
    }
}

extension StartFault {
    fileprivate init(of error: any Error) {
        switch error {
        case let error as GraphFaults:
            let faults = error.faults.map(\.description)
            self =
                error.faults.contains(where: \.isCycle)
                ? .dependencyCycle(faults) : .configurationRejected(faults)
        case let error as HostError: self = error.startFault
        default: self = .cannotStart("\(error)", errorNumber: nil)
        }
    }
}
