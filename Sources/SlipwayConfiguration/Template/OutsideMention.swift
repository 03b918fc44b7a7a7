package import Slipway

/// A `${env.NAME}` or a `${credential.NAME}` of a file.
package struct OutsideMention: Hashable, Sendable {
    /// The variable, or the credential.
    package var name: String
    /// The value becomes a part of a header.
    package var isInHeader = false
    /// The position of the reference.
    package var origin: Origin
    /// The path of the key whose text has the reference.
    package var path: String
}
