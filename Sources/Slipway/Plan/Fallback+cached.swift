extension Fallback where Value: Codable {
    /// The last value with which the operation itself succeeded, in this launch or in an earlier one.
    ///
    /// ```swift
    /// let week = Duration.seconds(7 * 86_400)
    /// let user = plan.add("user", fallback: .cached(maximumAge: week, identity: "v2 shop")) {
    ///     try await fetchUser(server)
    /// }
    /// ```
    ///
    /// The value is written to the ``ValueStore`` that the launch was created with, after the operation
    /// has ended, which does not wait for that. The value of a fallback is not.
    ///
    /// The fallback declines, and says why in the operation's failure, when no value is stored,
    /// when the stored one is too old, came from something else, or cannot be read, and when the
    /// launch has no store.
    ///
    /// - Parameters:
    ///   - maximumAge: The longest time since the operation ended, by the wall clock; longer than zero.
    ///   - identity: What the value comes from: an address, a user, a version of its type. A value
    ///     that was stored under another identity is not used. Without secrets: it is stored.
    ///   - acceptsUnknownAge: Whether a value stands in, too, whose age is not known: the clock was
    ///     not set when the value was stored, is not set now, or was set back since.
    ///   - accepts: Tells whether the value may stand in for an operation that ended with this error; `nil` for
    ///     always. A server that refuses the session of a user is a reason why it may not.
    /// - Returns: The fallback; ``FallbackUse`` has the source `cache` and the age, `nil` if that is not known.
    public static func cached(
        maximumAge: Duration,
        identity: String = "",
        acceptsUnknownAge: Bool = false,
        if accepts: (@Sendable (any Error) -> Bool)? = nil
    ) -> Fallback {
        cached(
            upTo: AgeLimit(maximumAge, acceptsUnknown: acceptsUnknownAge),
            declining: { error in
                accepts?(error) ?? true ? nil : "a kept value may not stand in for this error"
            },
            identity: { _ in identity },
            keeping: { ($0, identity) },
            matching: { _, _ in true },
            making: { kept, _ in kept }
        )
    }
}

extension Fallback {
    /// The last good value, of which another form is stored.
    ///
    /// - Parameters:
    ///   - limit: The longest time since the operation ended.
    ///   - decline: Why the value may not stand in for an operation that ended with this error;
    ///     `nil` if it may.
    ///   - identity: What the value would come from now. If it throws, the fallback declines.
    ///   - keeping: What is stored of a value, and the identity of that; `nil` for nothing.
    ///   - matches: Tells whether what was stored came from what the value would come from now, as
    ///     far as the identity does not say it. If it throws, that is not known, and the fallback
    ///     declines.
    ///   - making: Makes the value of what was stored, and how old that is.
    /// - Returns: The fallback.
    package static func cached<Kept: Codable & Sendable>(
        upTo limit: AgeLimit,
        declining decline: @escaping @Sendable (any Error) -> String?,
        identity: @escaping @Sendable (OperationContext) throws -> String,
        keeping: @escaping @Sendable (Value) -> (kept: Kept, identity: String)?,
        matching matches: @escaping @Sendable (Kept, OperationContext) throws -> Bool,
        making: @escaping @Sendable (Kept, _ age: Duration?) -> Value
    ) -> Fallback {
        Fallback(
            make: { error, context in
                if let reason = decline(error) { throw FallbackDeclined(reason: reason) }
                let (kept, age) = try await context.keptValue(Kept.self, upTo: limit) {
                    try identity(context)
                }
                guard let isOfSame = try? matches(kept, context) else {
                    throw FallbackDeclined.isOfUnknown
                }
                guard isOfSame else { throw FallbackDeclined.isOfAnother }
                let use = FallbackUse(keptSince: age)
                return FallbackValue(making(kept, age), source: use.source, age: use.age)
            },
            keep: { value, operation, endedAt, store in
                guard let (kept, identity) = keeping(value) else { return }
                try await store.write(
                    KeptValue(kept, identity: identity, endedAtUSec: endedAt),
                    of: operation
                )
            },
            isUncertain: true
        )
    }

    /// This fallback, and, when it declines, another one.
    ///
    /// ```swift
    /// let week = Duration.seconds(7 * 86_400)
    /// let lastKnown = Fallback.cached(maximumAge: week).or(.value(User.guest))
    /// ```
    ///
    /// - Parameter other: Is asked when this one declines; if this one throws, it is not.
    /// - Returns: A fallback that declines if both do.
    public func or(_ other: Fallback) -> Fallback {
        Fallback(
            make: { error, context in
                do {
                    if let found = try await make(error, context) { return found }
                } catch let decline as FallbackDeclined {
                    if let found = try await other.make(error, context) { return found }
                    throw decline
                }
                return try await other.make(error, context)
            },
            keep: keep ?? other.keep,
            isUncertain: isUncertain && other.isUncertain
        )
    }
}

/// A fallback declines, and says why.
struct FallbackDeclined: Error {
    let reason: String

    static let isOfAnother = FallbackDeclined(reason: "the kept value came from something else")
    static let isOfUnknown = FallbackDeclined(
        reason: "what a value would come from now is not known"
    )
}
