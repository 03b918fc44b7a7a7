/// The version of this build: of both programs, of the control socket, and of the HTTP client.
package enum Version {
    /// A semantic version: major, minor, patch.
    package static let current = "0.1.0"
}
