package import Slipway
package import SlipwayInterface
package import SlipwayJSON
internal import SlipwaySystem
internal import SlipwayVarlink

/// The kinds of launch action that a service declares, with the checks of their payloads.
package protocol ActionKinds: Sendable {
    /// The kinds, in the order of their declaration.
    var names: [String] { get }

    /// The keys that the payloads of a kind may have; `nil` if they are known only when one is read.
    func parameters(of kind: String) -> [DeclaredKind.Parameter]?

    /// The policy of a kind; `nil` if there is no such kind.
    func policy(of kind: String) -> ActionPolicy?

    /// Turns a payload into what the handler of a kind gets.
    ///
    /// - Throws: The payload is not what the kind takes.
    func payload(of kind: String, _ payload: JSONObject) throws(PayloadRefusal) -> ActionPayload

    /// The keys of a payload, as its kind declares them; `nil` for a kind without keys.
    func keys(of kind: String, _ payload: ActionPayload) -> ActionKeys?
}

/// A payload that is what its kind takes.
package struct CheckedPayload: Sendable {
    /// The payload as it is stored: compact JSON.
    package let text: String
    /// The keys that its kind declares; `nil` for none.
    package let keys: ActionKeys?
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
    /// - Throws: What is wrong, as its sender is told.
    @discardableResult
    package func check(_ request: Method.Submit) throws(LaunchRefusal) -> CheckedPayload {
        guard policy(of: request.kind) != nil else {
            throw .unknownKind(request.kind, known: names)
        }
        let text = JSON.object(request.payload).compact
        guard text.utf8.count <= ActionLimit.payload else {
            throw .payloadTooLarge(size: text.utf8.count, limit: ActionLimit.payload)
        }
        do throws(PayloadRefusal) {
            let payload = try payload(of: request.kind, request.payload)
            return CheckedPayload(text: text, keys: keys(of: request.kind, payload)?.shortened)
        } catch {
            throw .invalidPayload(
                key: error.key.cut(to: TextLimit.name),
                reason: error.reason.cut(to: TextLimit.message)
            )
        }
    }

    /// Turns a stored payload into what the handler gets.
    ///
    /// - Throws: The payload is not what the kind takes by now.
    func stored(_ kind: String, _ payload: JSONObject) throws(Failure) -> ActionPayload {
        do throws(PayloadRefusal) {
            return try self.payload(of: kind, payload)
        } catch {
            let fault = [error.key, error.reason].filter { !$0.isEmpty }.joined(separator: ": ")
            throw Failure("its payload is not what '\(kind)' takes by now: \(fault)")
        }
    }
}

extension ActionKeys {
    /// The most bytes of the text of a key that is kept as it is.
    private static let longestKey = 160

    /// The keys with digests instead of long texts: the launch holds them for as long as the action
    /// waits.
    fileprivate var shortened: ActionKeys {
        func short(_ key: ExactText?) -> String? {
            guard let text = key?.text, text.utf8.count > Self.longestKey else { return key?.text }
            // The name of the key stays: it tells keys of different declarations apart. The sign is
            // sought among the bytes: an accent at the beginning of the value would make one
            // character with it.
            let name = Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") })
                .prefix(Self.longestKey)
            return "\(name)=#\(SHA256.text(of: Array(text.utf8), bytes: 32))"
        }
        return ActionKeys(
            order: short(order),
            unique: short(unique),
            coalescing: short(coalescing)
        )
    }
}
