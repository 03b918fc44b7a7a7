/// The version of this build, as the programs and the control socket say it.
package enum Version {
    /// Semantic: major, minor, patch.
    package static let current = "0.1.0"
}
