/// Reads the payloads of a kind of launch action that come from outside the process.
///
/// On any thread: a cast to this protocol, since it is `Sendable`, finds no `init(from:)` that is
/// isolated to an actor.
package protocol PayloadDecoding: Sendable {
    /// Makes what the handler gets.
    ///
    /// - Throws: What the `init(from:)` of the kind's payload throws.
    func decode(from decoder: any Decoder) throws -> ActionPayload
}

/// The type of a kind's payload.
struct PayloadType<Payload: Sendable>: Sendable {
    /// The decoder of the type, if it is `Decodable` or `Void`; takes long at first.
    static var decoding: (any PayloadDecoding)? {
        Payload.self == Void.self ? NoPayload() : PayloadType() as? any PayloadDecoding
    }
}

extension PayloadType: PayloadDecoding where Payload: Decodable {
    func decode(from decoder: any Decoder) throws -> ActionPayload {
        // Not by its `init(from:)`: the decoder may know the type, or may say more of what it throws.
        ActionPayload(try decoder.singleValueContainer().decode(Payload.self))
    }
}

/// The payload `Void`: an object without members.
struct NoPayload: PayloadDecoding {
    func decode(from decoder: any Decoder) throws -> ActionPayload {
        let container = try decoder.container(keyedBy: AnyKey.self)
        if let key = container.allKeys.first {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: "actions of this kind have no payload"
            )
        }
        return ActionPayload(())
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
