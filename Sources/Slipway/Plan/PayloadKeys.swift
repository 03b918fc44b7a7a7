/// The keys of a payload by which the actions of a kind are told apart.
///
/// ```swift
/// plan.action(
///     "charge",
///     policy: ActionPolicy(width: 8),
///     keys: PayloadKeys(order: { $0.account }, unique: { $0.invoice })
/// ) { (charge: Charge) in
///     try await pay(charge)
/// }
/// ```
///
/// A key is a text that is made of the payload when the action is submitted. It is stored with the action,
/// and held in memory while the action is open: so it is short.
public struct PayloadKeys<Payload: Sendable>: Sendable {
    /// Makes the text of a key.
    public typealias Key = @Sendable (Payload) -> String

    private let order: Key?
    private let unique: Key?
    private let coalescing: Key?
    let names: ActionKeyNames

    /// Creates keys; `nil`, the default of each, for none.
    ///
    /// - Parameters:
    ///   - order: Actions with the same key run one after another, in the order in which they were
    ///     accepted, whatever the kind's ``ActionPolicy/width``; those with different keys do not
    ///     wait for each other. The backoff before another attempt holds up only those with the
    ///     same key.
    ///   - unique: While an action is open, that is, until it has ended, no other one with the same
    ///     key is taken: a sender that submits one gets the open one.
    ///   - coalescing: With ``ActionPolicy/Coalescing/latest``, an action supersedes only those
    ///     that wait and have the same key. The key means nothing without that choice.
    public init(order: Key? = nil, unique: Key? = nil, coalescing: Key? = nil) {
        let name = "payload"
        self.init(
            names: ActionKeyNames(
                order: order.map { _ in name },
                unique: unique.map { _ in name },
                coalescing: coalescing.map { _ in name }
            ),
            order: order,
            unique: unique,
            coalescing: coalescing
        )
    }

    /// Creates keys with names: by them the keys of a later plan are told apart.
    package init(
        names: ActionKeyNames,
        order: Key? = nil,
        unique: Key? = nil,
        coalescing: Key? = nil
    ) {
        self.names = names
        self.order = order
        self.unique = unique
        self.coalescing = coalescing
    }

    /// The keys of a payload without its type.
    package var made: @Sendable (ActionPayload) -> ActionKeys? {
        { payload in payload.output.value(as: Payload.self).flatMap { self.of($0) } }
    }

    /// The keys of a payload; `nil` if it has none.
    package func of(_ payload: Payload) -> ActionKeys? {
        guard !names.isEmpty else { return nil }
        func text(_ name: String?, _ key: Key?) -> String? {
            guard let name, let key else { return nil }
            return ActionKeyNames.text(name, key(payload))
        }
        return ActionKeys(
            order: text(names.order, order),
            unique: text(names.unique, unique),
            coalescing: text(names.coalescing, coalescing)
        )
    }
}
