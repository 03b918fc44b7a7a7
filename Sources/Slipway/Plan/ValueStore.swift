/// Stores the last good values of operations, so that a later launch can fall back on them: see
/// ``Fallback/cached(maximumAge:identity:acceptsUnknownAge:if:)``.
///
/// ```swift
/// struct FileValues: ValueStore {
///     let folder: URL
///
///     func read<Value>(
///         _ type: KeptValue<Value>.Type,
///         of operation: String
///     ) throws -> KeptValue<Value>? {
///         let file = folder.appending(path: operation)
///         guard FileManager.default.fileExists(atPath: file.path) else { return nil }
///         return try JSONDecoder().decode(type, from: Data(contentsOf: file))
///     }
///
///     func write<Value>(_ value: KeptValue<Value>, of operation: String) throws {
///         let file = folder.appending(path: operation)
///         try JSONEncoder().encode(value).write(to: file, options: .atomic)
///     }
/// }
/// ```
///
/// A value that the store cannot give back is lost; the launch goes on without it.
public protocol ValueStore: Sendable {
    /// Reads what was written last of an operation.
    ///
    /// Called on the threads of fallbacks, and as long as the operation's timeout allows.
    ///
    /// - Returns: The value; `nil` if none was written.
    /// - Throws: Any error if the value cannot be read, or is of another type: the fallback
    ///   declines, with this error in its reason.
    func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) async throws -> KeptValue<Value>?

    /// Replaces what was written of an operation, whatever that is.
    ///
    /// Called once the operation has ended, beside the launch: one call at a time, on a thread that may
    /// be blocked. The end of the launch waits for it, 5 s at most.
    ///
    /// - Throws: Any error if the value cannot be written. Standard error has the first such error
    ///   of a launch.
    func write<Value>(_ value: KeptValue<Value>, of operation: String) async throws
}

/// The last good value of an operation, with what tells whether it may still be used.
public struct KeptValue<Value: Codable & Sendable>: Codable, Sendable {
    /// The value.
    public var value: Value
    /// The source of the value, in the author's words.
    public var identity: String
    /// When the operation ended, in microseconds since 1970.
    public var endedAtUSec: Int64

    /// Creates a value to store.
    public init(_ value: Value, identity: String = "", endedAtUSec: Int64) {
        self.value = value
        self.identity = identity
        self.endedAtUSec = endedAtUSec
    }

    /// The age by the wall clock, in whole seconds from a minute on; `nil` if it is not known: the
    /// clock was not set when the value was stored, is not set now, or is behind the value.
    func age(at now: Int64) -> Duration? {
        guard WallTime.earliest <= endedAtUSec, endedAtUSec <= now else { return nil }
        let age = now - endedAtUSec
        return .microseconds(age < 60_000_000 ? age : age / 1_000_000 * 1_000_000)
    }
}
