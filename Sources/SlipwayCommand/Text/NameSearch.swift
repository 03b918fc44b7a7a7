internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Asks a daemon about a name that a command did not find, or cannot use.
struct NameSearch {
    private let client: ControlClient
    /// The longest time that each question may take.
    private let timeout: Duration

    init(_ client: ControlClient, timeout: Duration = ControlClient.patience) {
        self.client = client
        self.timeout = timeout
    }

    /// The known facts about an action; `nil` if no action has that identity, or one that begins
    /// so.
    func action(_ text: String) throws -> JSON? {
        guard Identity.isBeginning(text) else { return nil }
        do {
            return try client.answer(to: Method.GetAction(text), timeout: timeout)
        } catch ControlClientError.refused(let error) {
            switch LaunchRefusal(error) {
            case .noSuchAction: return nil
            case .storeFailed(let message):
                throw CommandFailure.cannot("cannot look '\(text)' up: \(message)")
            default: throw ControlClientError.refused(error)
            }
        }
    }

    /// Why there is no operation and no action of that name, with the one that was probably meant.
    ///
    /// - Parameters:
    ///   - name: What was looked for.
    ///   - purpose: What cannot be done: `wait for`.
    /// - Returns: `nil` if the daemon does not say.
    func failure(_ name: String, _ purpose: String) -> (any Error)? {
        do {
            _ = try client.answer(to: Method.Explain(name), timeout: timeout)
            return CommandFailure.no(
                "cannot \(purpose) '\(name)': it is a kind of action; 'slipway actions --kind "
                    + "\(name)' lists them with their identities"
            )
        } catch .refused(let error) {
            guard case .noSuchOperation = LaunchRefusal(error) else { return nil }
            return ControlClientError.refused(error)
        } catch {
            return nil
        }
    }

    /// Why the daemon does not know a name; `nil` if the daemon knows it, or does not say.
    func refusal(_ name: String) -> LaunchRefusal? {
        guard case .refused(let error) = failure(name, "show") as? ControlClientError else {
            return nil
        }
        return LaunchRefusal(error)
    }

    /// Tells whether an operation's program is there, or is started again.
    ///
    /// The answer is for advice beside a failure: `false` also if the daemon does not answer.
    func runsProgram(_ name: String) -> Bool {
        guard let report = try? client.call(Method.GetReport(actions: 0), timeout: timeout).launch,
            let program = report.programs.first(where: { $0.name == name })
        else { return false }
        switch program.state {
        case .starting, .running, .stopping, .pausing: return true
        case .stopped, .ended: return false
        }
    }
}
