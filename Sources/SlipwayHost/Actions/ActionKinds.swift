package import Slipway
package import SlipwayInterface
package import SlipwayJSON
internal import SlipwayVarlink

/// The kinds of launch action that a service declares, with the checks of their payloads.
package protocol ActionKinds: Sendable {
    /// The kinds, in the order of their declaration.
    var names: [String] { get }

    /// What the payloads of a kind may hold; `nil` if that is known only when one is read.
    func parameters(of kind: String) -> [DeclaredKind.Parameter]?

    /// The policy of a kind; `nil` if there is no such kind.
    func policy(of kind: String) -> ActionPolicy?

    /// Turns a payload into what the handler of a kind gets.
    ///
    /// - Throws: The payload is not what the kind takes.
    func payload(of kind: String, _ payload: JSONObject) throws(PayloadRefusal) -> ActionPayload
}

/// Why a payload is not what its kind takes.
package struct PayloadRefusal: Error, Hashable, Sendable {
    /// The key at fault, dotted; empty for the payload as a whole.
    package let key: String
    /// The fault and what would be accepted.
    package let reason: String

    /// Creates a refusal.
    package init(key: String, reason: String) {
        self.key = key
        self.reason = reason
    }
}

extension ActionKinds {
    package func parameters(of kind: String) -> [DeclaredKind.Parameter]? { nil }

    /// Finds the kind of a request and checks its payload.
    ///
    /// - Returns: The payload as it is stored: compact JSON.
    /// - Throws: What is wrong, as its sender is told.
    @discardableResult
    package func check(_ request: Method.Submit) throws(LaunchRefusal) -> String {
        guard policy(of: request.kind) != nil else {
            throw .unknownKind(request.kind, known: names)
        }
        let text = JSON.object(request.payload).compact
        guard text.utf8.count <= ActionLimit.payload else {
            throw .payloadTooLarge(size: text.utf8.count, limit: ActionLimit.payload)
        }
        do throws(PayloadRefusal) {
            _ = try payload(of: request.kind, request.payload)
            return text
        } catch {
            throw .invalidPayload(
                key: error.key.cut(to: TextLimit.name),
                reason: error.reason.cut(to: TextLimit.message)
            )
        }
    }

    /// Turns a stored payload into what the handler gets.
    ///
    /// - Throws: It is not what the kind takes by now.
    func stored(_ kind: String, _ payload: JSONObject) throws(Failure) -> ActionPayload {
        do throws(PayloadRefusal) {
            return try self.payload(of: kind, payload)
        } catch {
            let fault = [error.key, error.reason].filter { !$0.isEmpty }.joined(separator: ": ")
            throw Failure("its payload is not what '\(kind)' takes by now: \(fault)")
        }
    }
}

/// Limits of launch actions.
package enum ActionLimit {
    /// The most bytes of a payload, as compact JSON; larger data is passed by reference.
    package static let payload = 64 * 1024
}
