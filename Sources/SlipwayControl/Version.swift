/// The version of this build, for the programs and the control socket.
package enum Version {
    /// A semantic version: major, minor, patch.
    package static let current = "0.1.0"
}
