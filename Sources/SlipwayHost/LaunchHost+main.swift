internal import Glibc
public import Slipway
internal import SlipwaySystemd

extension LaunchHost {
    /// Runs a graph as a service that is the whole program, and ends the process with it.
    ///
    /// ```swift
    /// LaunchHost.main {
    ///     var plan = Plan("storefront")
    ///     plan.add("user-data") { try await fetchUser() }
    ///     return try Graph(plan)
    /// }
    /// ```
    ///
    /// To be called on the process's first thread, which becomes the main queue, before other
    /// threads read the environment; blocks until the service has ended. The exit status is 0 after
    /// an ordinary end, ``restartStatus`` if an operator asked for a restart, 78 if the graph or the options have faults, after which the unit should not be
    /// restarted, and 1 if the service cannot be served, its launch failed, or `graph` threw another
    /// error. systemd, the journal and the senders that wait at an activation socket are told why.
    ///
    /// - Parameters:
    ///   - options: Where the service listens and stores actions, and who may do what.
    ///   - reporters: Observe the launch beside systemd, the sockets and the journal.
    ///   - graph: Makes the graph.
    public static func main(
        options: HostOptions = HostOptions(),
        reportingTo reporters: [any LaunchReporter] = [],
        _ graph: () throws -> Graph
    ) -> Never {
        let made: Graph
        do {
            made = try graph()
        } catch {
            let fault = StartFault(of: error, whileMaking: true)
            Activation().refuseSenders(fault.faults.first ?? "\(error)")
            fault.reportAndExit()
        }
        do {
            let host = try LaunchHost(made, options: options)
            try host.runOnMainThread(reportingTo: reporters)
            if host.isToRestart { exit(LaunchHost.restartStatus) }
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
    /// Takes the error that ended a program before, or as, its launch began.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - isMaking: Whether the body that makes the graph threw it, which may throw any error.
    fileprivate init(of error: any Error, whileMaking isMaking: Bool = false) {
        switch error {
        case let error as GraphFaults:
            let faults = error.faults.map(\.description)
            self =
                error.faults.contains(where: \.isCycle)
                ? .dependencyCycle(faults) : .configurationRejected(faults)
        case let error as HostError: self = error.startFault
        case _ where isMaking:
            let words =
                "cannot make the graph: the body of LaunchHost.main threw \(type(of: error)): "
                + Failure(error).message
            self = .cannotStart(words, errorNumber: nil)
        default: self = .cannotStart(Failure(error).message, errorNumber: nil)
        }
    }
}
