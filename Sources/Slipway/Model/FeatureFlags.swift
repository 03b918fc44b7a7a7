/// The feature flags of one context, as a server of OpenFeature's remote evaluation protocol (OFREP)
/// evaluated them.
///
/// The flags are the value of an operation that fetches them once. Other operations ask that value:
/// asking needs no network, and always has an answer.
///
/// ```swift
/// let kept = Fallback.cached(maximumAge: month).or(.value(FeatureFlags()))
/// let toggles = plan.add("toggles", fallback: kept) {
///     let body = try await post("\(server)/ofrep/v1/evaluate/flags", context)
///     return try JSONDecoder().decode(FeatureFlags.self, from: body)
/// }
/// plan.add("checkout", reading: toggles) { flags in
///     flags["new-checkout", default: false] ? openNewCheckout() : openCheckout()
/// }
/// ```
///
/// The value is decoded from the body of a bulk evaluation. A flag that is not as it should be is
/// absent, and one of ``faults``; the others count.
public struct FeatureFlags: Hashable, Sendable {
    /// A flag as the server sent it.
    struct Flag: Codable, Hashable, Sendable {
        var key: String
        var value: FlagValue?
        var reason: String?
        var variant: String?
        var errorCode: String?
        var errorDetails: String?
    }

    var flags: [ExactText: Flag] = [:]

    /// The flags were stored before, and not fetched now: evaluations have the reason `CACHED`.
    public internal(set) var isCached = false

    /// The flags of the answer that are left out, and why: one line for each.
    ///
    /// A line quotes the key as the server wrote it. A flag is left out if it has no key that is
    /// text, or the key of another flag, if there is a `null` inside its value, or if a field is of
    /// another type than the protocol says. Empty for flags that were stored.
    public internal(set) var faults: [String] = []

    /// No flags: each has its default.
    public init() {}

    /// The keys of the flags that the server sent, sorted.
    public var keys: [String] { flags.keys.map(\.text).sorted() }

    /// The value of a flag; the default if the flag is missing, has no value or one of another type, or
    /// could not be evaluated.
    ///
    /// - Parameters:
    ///   - key: The key of the flag.
    ///   - usual: The default, which says the type: `Bool`, `String`, `Int`, `Double` or ``FlagValue``.
    public subscript<Value: FlagType>(
        key: String,
        default usual: @autoclosure () -> Value
    ) -> Value {
        evaluation(of: key, default: usual()).value
    }

    /// The value of a flag, and why it is that.
    ///
    /// - Parameters:
    ///   - key: The key of the flag.
    ///   - usual: The default, which says the type.
    /// - Returns: What OpenFeature calls the details of an evaluation.
    public func evaluation<Value: FlagType>(
        of key: String,
        default usual: Value
    ) -> FlagEvaluation<Value> {
        guard let flag = flags[ExactText(key)] else {
            return FlagEvaluation(usual, "ERROR", errorCode: "FLAG_NOT_FOUND")
        }
        if let errorCode = flag.errorCode {
            return FlagEvaluation(
                usual,
                "ERROR",
                errorCode: errorCode,
                errorMessage: flag.errorDetails
            )
        }
        guard let sent = flag.value else {
            return FlagEvaluation(usual, flag.reason ?? "DEFAULT", variant: flag.variant)
        }
        guard let value = Value.value(ofFlag: sent) else {
            return FlagEvaluation(usual, "ERROR", errorCode: "TYPE_MISMATCH")
        }
        let reason = isCached ? "CACHED" : flag.reason ?? "UNKNOWN"
        return FlagEvaluation(value, reason, variant: flag.variant)
    }
}

/// The value of a flag, and why it is that.
public struct FlagEvaluation<Value: Sendable>: Sendable {
    /// The value, or the default.
    public let value: Value
    /// The reason, as a word of OpenFeature or of the server: `STATIC`, `TARGETING_MATCH`, `SPLIT`,
    /// `DEFAULT`, `DISABLED`, `CACHED`, `UNKNOWN`, `ERROR` or another.
    public let reason: String
    /// The name of the value; `nil` if the server gave none.
    public let variant: String?
    /// Why the value is the default: `FLAG_NOT_FOUND`, `TYPE_MISMATCH` or what the server says;
    /// `nil` for no error.
    public let errorCode: String?
    /// The server's words for the error.
    public let errorMessage: String?

    init(
        _ value: Value,
        _ reason: String,
        variant: String? = nil,
        errorCode: String? = nil,
        errorMessage: String? = nil
    ) {
        self.value = value
        self.reason = reason
        self.variant = variant
        self.errorCode = errorCode
        self.errorMessage = errorMessage
    }
}
