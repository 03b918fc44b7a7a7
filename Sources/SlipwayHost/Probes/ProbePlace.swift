internal import Slipway
internal import SlipwayControlServer
package import SlipwayLoop
package import SlipwaySystem
internal import SlipwaySystemd
internal import Synchronization

/// The place where a service answers probes, if it has one.
///
/// While a reload runs there may be a second place, which replaces the first with the new
/// generation.
package final class ProbePlace: Sendable {
    private struct State: Sendable {
        var current: ProbeServer?
        var next: ProbeServer?
        /// Another name of the current place, by which it was asked for last.
        var alias: ListenAddress?
        /// The paths of the control sockets.
        var controls: [String] = []
        /// Nothing is opened any more.
        var isClosed = false
        /// Follows the launch in service.
        var reporter: SystemdReporter?
    }

    private let state = Mutex(State())
    private let launch: CurrentLaunch
    private let patience: Duration
    private let onTrouble: @Sendable (String) -> Void

    /// Answers nowhere yet.
    ///
    /// - Parameters:
    ///   - launch: The launch of which the answers tell.
    ///   - log: Where to say what keeps probes from their answers.
    init(_ launch: CurrentLaunch, _ log: HostLog) {
        self.launch = launch
        patience = SystemdEnvironment.current.watchdogInterval ?? ProbedService.usualPatience
        onTrouble = log.repeatedly(.warning)
    }

    /// Takes the reporter that follows the launch in service from now on.
    func follow(_ reporter: SystemdReporter) { state.withLock { $0.reporter = reporter } }

    /// Takes the paths of the control sockets, which are no places for probes.
    func avoid(_ paths: [String]) { state.withLock { $0.controls = paths } }

    /// Answers at a place from now on, beside the one before until ``settle(on:)``.
    ///
    /// Blocks while another process has the lock of a path; not to be called on the loop.
    ///
    /// - Parameter address: The place; `nil` for none. Nothing happens if it is the one before,
    ///   also by another name.
    /// - Throws: Why the place cannot be had; nothing has changed then.
    package func open(_ address: ListenAddress?) throws(ProbeSocketError) {
        guard let address else { return }
        let (current, controls) = state.withLock { ($0.current?.socket, $0.controls) }
        if let current, current.isPlace(address) { return state.withLock { $0.alias = address } }
        if case .unix(let path) = address, let file = FileIdentity(at: path),
            controls.contains(where: { FileIdentity(at: $0) == file })
        {
            throw .controlSocket(path)
        }
        let socket = try ProbeSocket(address, beside: current)
        let isOpen: Bool
        do throws(LoopError) {
            // On the loop, where the place is closed too: a service that has ended meanwhile leaves
            // no files.
            isOpen = try Loop.run { [self] () throws(LoopError) in
                guard !state.withLock(\.isClosed) else { return false }
                let server = try ProbeServer(
                    socket,
                    answer: { self.answer($0) },
                    onTrouble: onTrouble
                )
                state.withLock { $0.next = server }
                return true
            }
        } catch {
            socket.end()
            throw .loop(error)
        }
        guard isOpen else {
            socket.end()
            throw .ends
        }
    }

    /// The socket that was opened last is the place from now on, and the one before is left, unless they are
    /// the same.
    ///
    /// - Parameter address: The place; `nil` for none.
    @Loop package func settle(on address: ListenAddress?) {
        let left = state.withLock { state -> ProbeServer? in
            if let address, let current = state.current,
                address == current.socket.address || address == state.alias
            {
                return nil
            }
            defer { (state.current, state.next, state.alias) = (state.next, nil, nil) }
            return state.current
        }
        left?.end()
    }

    /// The socket that was opened last is left again.
    @Loop package func giveUpNext() {
        let left = state.withLock { state -> ProbeServer? in
            defer { state.next = nil }
            return state.next
        }
        left?.end()
    }

    /// Answers nowhere any more.
    @Loop func close() {
        state.withLock { $0.isClosed = true }
        giveUpNext()
        settle(on: nil)
    }

    @Loop private func answer(_ outcome: ProbeRequestReader.Outcome) -> ProbeResponse {
        switch outcome {
        case .request(let request): service.response(to: request)
        case .fault(let fault): ProbedService.response(to: fault)
        }
    }

    /// The state of the service as of now.
    private var service: ProbedService {
        let launch = launch.launch
        let standing = launch.standing
        return ProbedService(
            phase: standing.phase,
            hasBeenReady: standing.hasBeenReady,
            line: state.withLock(\.reporter)?.line(in: standing.phase),
            heldFor: launch.mainQueueHeldFor(),
            patience: patience
        )
    }
}
