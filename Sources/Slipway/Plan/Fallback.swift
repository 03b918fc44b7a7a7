/// Replaces an operation's value when the operation fails, or cannot run because an operation that
/// it requires did not succeed; the operation is then *degraded*.
///
/// A fallback is told why it is needed, and may decline. Then the operation ends as it would have
/// without a fallback. The fallback gets one of these errors:
///
/// - the error that the body threw in its last attempt, or that the condition threw;
/// - a ``Failure`` of the kind ``Failure/Kind/timedOut`` when the body or the condition took too
///   long;
/// - an ``OperationFailure`` when the operation was skipped: it names the operation that did not
///   succeed, and its outcome has the error of that;
/// - an ``OperationFailure`` with the operation's own name and the outcome
///   ``Outcome/notNeeded(condition:)`` when its condition did not hold.
public struct Fallback<Value: Sendable>: Sendable {
    /// Stores a value that the operation of this name has returned itself; it ended at so many
    /// microseconds since 1970.
    typealias Keeping =
        @Sendable (Value, _ operation: String, _ endedAt: Int64, any ValueStore) async throws ->
        Void

    let make: @Sendable (any Error, OperationContext) async throws -> FallbackValue<Value>?
    /// Stores the operation's own values; `nil` for a fallback that has no use for them.
    let keep: Keeping?
    /// The fallback counts on what was stored before, and may have nothing to stand in with.
    let isUncertain: Bool

    init(
        make:
            @escaping @Sendable (any Error, OperationContext) async throws -> FallbackValue<Value>?,
        keep: Keeping? = nil,
        isUncertain: Bool = false
    ) {
        self.make = make
        self.keep = keep
        self.isUncertain = isUncertain
    }

    /// A fixed value.
    ///
    /// ```swift
    /// plan.add("toggles", fallback: .value(Toggles.defaults, if: { !($0 is Unauthorized) })) {
    ///     try await fetchToggles()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: Its source, as a short text.
    ///   - accepts: Tells whether the value may stand in for an operation that ended with this error;
    ///     `nil` for always. It is not asked about an operation whose condition did not hold: nothing
    ///     went wrong.
    /// - Returns: The fallback.
    public static func value(
        _ value: Value,
        source: String = "default",
        if accepts: (@Sendable (any Error) -> Bool)? = nil
    ) -> Fallback {
        Fallback(make: { error, _ in
            let isAccepted = error.isOfUnneeded || accepts?(error) ?? true
            return isAccepted ? FallbackValue(value, source: source) : nil
        })
    }

    /// A value that is computed or looked up when it is needed, for example in a cache.
    ///
    /// If `find` throws, its error is added to the reason of the operation's failure.
    public static func from(
        _ find: @escaping @Sendable (OperationContext) async throws -> FallbackValue<Value>
    ) -> Fallback {
        Fallback(make: { _, context in try await find(context) })
    }

    /// A value that is computed or looked up when it is needed, as far as the error allows.
    ///
    /// ```swift
    /// let cached = Fallback<Toggles>.from { error, _ in
    ///     error is Unauthorized ? nil : FallbackValue(try cachedToggles(), source: "cache")
    /// }
    /// ```
    ///
    /// - Parameter find: Gets the error for which the fallback is needed, and returns `nil` to
    ///   decline. If it throws, its error is added to the reason of the operation's failure.
    /// - Returns: The fallback.
    public static func from(
        _ find:
            @escaping @Sendable (any Error, OperationContext) async throws -> FallbackValue<Value>?
    ) -> Fallback {
        Fallback(make: find)
    }
}

extension Error {
    /// The error stands for an operation whose condition did not hold.
    fileprivate var isOfUnneeded: Bool {
        if case .notNeeded? = (self as? OperationFailure)?.outcome { true } else { false }
    }
}

/// A value that stands in for another one, with its source.
public struct FallbackValue<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The source, as a short text: `default`, `cache`.
    public var source: String
    /// The age of the value; `nil` if it has no meaning.
    public var age: Duration?

    /// Creates a value.
    public init(_ value: Value, source: String, age: Duration? = nil) {
        self.value = value
        self.source = source
        self.age = age
    }
}

/// A ``Fallback`` without its value type.
struct AnyFallback: Sendable {
    /// Returns `nil` if the fallback declines.
    let find: @Sendable (any Error, OperationContext) async throws -> (AnyOutput?, FallbackUse)?
    let keep: Fallback<AnyOutput>.Keeping?
    let isUncertain: Bool

    init<Value>(_ fallback: Fallback<Value>) {
        isUncertain = fallback.isUncertain
        find = { error, context in
            guard let found = try await fallback.make(error, context) else { return nil }
            return (AnyOutput.of(found.value), FallbackUse(source: found.source, age: found.age))
        }
        guard let keepValue = fallback.keep else {
            keep = nil
            return
        }
        keep = { output, operation, endedAt, store in
            guard let value = Output<Value>.value(of: output) else { return }
            try await keepValue(value, operation, endedAt, store)
        }
    }
}
