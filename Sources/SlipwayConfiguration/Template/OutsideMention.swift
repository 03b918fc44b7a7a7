package import Slipway

/// A `${env.NAME}` or a `${credential.NAME}` of a file.
package struct OutsideMention: Hashable, Sendable {
    /// The variable, or the credential.
    package var name: String
    /// Its value becomes a part of a header.
    package var isInHeader = false
    /// Its position.
    package var origin: Origin
    /// Its key.
    package var path: String
}
