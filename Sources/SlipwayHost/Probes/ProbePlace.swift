internal import Slipway
internal import SlipwayControlServer
package import SlipwayLoop
package import SlipwaySystem
internal import SlipwaySystemd
internal import Synchronization

/// The place where a service answers probes, if it has one.
///
/// While a reload runs there may be a second one, which takes the first one's place with the new generation.
package final class ProbePlace: Sendable {
    private struct State: Sendable {
        var current: ProbeServer?
        var next: ProbeServer?
        /// Follows the launch in service.
        var reporter: SystemdReporter?
    }

    private let state = Mutex(State())
    private let launch: CurrentLaunch
    private let thread: MainThread?
    private let patience: Duration
    private let onTrouble: @Sendable (String) -> Void

    /// Answers nowhere yet.
    ///
    /// - Parameters:
    ///   - launch: The launch of which it tells.
    ///   - thread: The thread of the main queue; `nil` if it is not known.
    ///   - log: Where to say what keeps probes from their answers.
    init(_ launch: CurrentLaunch, on thread: MainThread?, _ log: HostLog) {
        self.launch = launch
        self.thread = thread
        patience = SystemdEnvironment.current.watchdogInterval ?? ProbedService.usualPatience
        onTrouble = log.repeatedly(.warning)
    }

    /// The reporter that follows the launch in service from now on.
    func follow(_ reporter: SystemdReporter) { state.withLock { $0.reporter = reporter } }

    /// Answers at a place from now on, beside the one before until ``settle(on:)``.
    ///
    /// Blocks while another process has the lock of a path; not to be called on the loop.
    ///
    /// - Parameter address: The place; `nil` for none. Nothing happens if it is the one before.
    /// - Throws: Why it cannot be had; nothing has changed then.
    package func open(_ address: ListenAddress?) throws(ProbeSocketError) {
        let current = state.withLock { $0.current?.socket }
        guard let address, address != current?.address else { return }
        let socket = try ProbeSocket(address, beside: current)
        do throws(LoopError) {
            let server = try Loop.run { [self] () throws(LoopError) in
                try ProbeServer(socket, answer: { self.answer($0) }, onTrouble: onTrouble)
            }
            state.withLock { $0.next = server }
        } catch {
            socket.end()
            throw .loop(error)
        }
    }

    /// What was opened last is the place from now on, and the one before is left, unless they are the same.
    ///
    /// - Parameter address: The place; `nil` for none.
    @Loop package func settle(on address: ListenAddress?) {
        let left = state.withLock { state -> ProbeServer? in
            guard state.current?.socket.address != address else { return nil }
            defer { (state.current, state.next) = (state.next, nil) }
            return state.current
        }
        left?.end()
    }

    /// What was opened last is left again.
    @Loop package func giveUpNext() {
        let left = state.withLock { state -> ProbeServer? in
            defer { state.next = nil }
            return state.next
        }
        left?.end()
    }

    /// Answers nowhere any more.
    @Loop func close() {
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
        let standing = launch.launch.standing
        return ProbedService(
            phase: standing.phase,
            hasBeenReady: standing.hasBeenReady,
            line: state.withLock(\.reporter)?.line(in: standing.phase),
            keptFor: thread?.keptFor(),
            patience: patience
        )
    }
}
