package import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON

/// The results that operations of a configuration take over from the earlier generation of the service, which
/// still runs.
package protocol Inheritance: Sendable {
    /// The end there of an operation that is not run again; `nil` for one that is to run.
    func adopted(_ operation: String) -> AdoptedEnd?

    /// The end there of an operation that is not run again, and its value; suspends while it still runs.
    ///
    /// - Throws: The task was cancelled, or the earlier generation ended without the operation.
    func end(of operation: String) async throws -> (Outcome, ConfiguredValue?)

    /// The changed keys of an operation that is not run again; see ``ReloadPlan/changes``.
    func changedKeys(of operation: String) -> Set<String>

    /// Tells whether what an operation did in the earlier generation is to be undone before it runs.
    func needsRoom(_ operation: String) -> Bool

    /// Undoes an operation of the earlier generation, and before it the operations that depend on
    /// it there.
    func makeRoom(for operation: String) async throws
}

/// The end of an operation of an earlier generation, as far as it is known before the next one begins.
package enum AdoptedEnd: Hashable, Sendable {
    /// The operation has its value, or will have it.
    case value
    /// A fallback stands in for its value.
    case degraded
    /// The condition of the operation did not hold.
    case notNeeded
}

/// An operation did not succeed in the earlier generation.
struct InheritedFailure: Error, CustomStringConvertible {
    let description: String
}

extension Inheritance {
    /// The value of an operation that is not run again.
    func value(of operation: String) async throws -> ConfiguredValue {
        let (outcome, value) = try await end(of: operation)
        if case .succeeded = outcome { return value ?? ConfiguredValue(json: .null) }
        // The operation was cancelled in this generation, and so in the earlier one.
        if case .cancelled = outcome { try Task.checkCancellation() }
        throw InheritedFailure(description: outcome.message ?? outcome.word)
    }
}
