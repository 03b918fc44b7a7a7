public import Slipway
package import SlipwayInterface
internal import SlipwayJSON

/// A launch action that a service has accepted.
///
/// The answer, the exit and the lines of the handler are there once the action has ended, and only
/// for its sender and for operators.
///
/// ```swift
/// let sent = try storefront.send("export", ["order": 7], until: .done)
/// if let file = try sent.output(as: ExportedFile.self) { print(file.path) }
/// ```
public struct SentAction: Hashable, Sendable {
    /// The action when the answer was sent.
    ///
    /// The instants in it count from the start of the service's process: only the time between two
    /// of them means anything.
    public let action: ActionStatus
    /// The state waited for was reached, or can never be reached because the action has ended.
    ///
    /// If not, the time was up, or the service is away and has left the action to its next launch,
    /// which did not come for 10 seconds: wait for the action again.
    public let hasReached: Bool
    /// An earlier call with the same key sent the action; or this one, if its connection was lost
    /// before it had an answer.
    public let isDuplicate: Bool
    /// The time was up before the state waited for was reached.
    public let hasTimedOut: Bool
    /// The action is on disk until it has ended; otherwise it is lost with the process.
    public let isDurable: Bool
    /// The answer of the handler: what a Swift service passed to `context.answer`, the value of a
    /// configuration's handler, at most 64 KiB as JSON; `nil` for none.
    public let output: PayloadValue?
    /// The end of the handler's program; `nil` if there was none, or it did not end by itself.
    public let exit: ProgramExit?
    /// The last lines of the handler's program: at most 20, each of at most 1024 bytes.
    public let lines: [String]

    /// The identity of the action, for `wait(for:)` and `cancel(_:)`.
    public var id: ActionID { action.id }

    /// Takes an answer to a call that waited for a state.
    package init(_ reply: SubmitReply, _ wait: LaunchClient.Wait) {
        action = reply.action
        hasReached = reply.hasReached(wait.method)
        isDuplicate = reply.isDuplicate
        hasTimedOut = reply.waitTimedOut
        isDurable = reply.durability == .disk
        output = reply.result.output.map { PayloadValue($0) }
        lines = reply.result.lines
        if case .failed(let failure, _) = reply.action.state, let exit = failure.exit {
            self.exit = exit
        } else {
            exit = reply.result.exit
        }
    }

    /// The answer of the handler as a value of a type.
    ///
    /// - Parameter type: The type; members of the answer for which it does not ask are ignored.
    /// - Returns: The value; `nil` if there is no ``output``.
    /// - Throws: ``ClientError`` of the kind ``ClientError/Kind/other`` if the answer is another one, with the
    ///   place in it.
    public func output<Value: Decodable>(as type: Value.Type) throws(ClientError) -> Value? {
        guard let output else { return nil }
        do throws(JSONDecodingFault) {
            return try output.json.decode(type)
        } catch {
            let place = error.path.isEmpty ? "" : " key '\(error.path)'"
            throw ClientError(.other, "the answer of '\(action.kind)':\(place) \(error.reason)")
        }
    }
}
