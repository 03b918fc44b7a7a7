internal import ArgumentParser

/// Whether a degraded launch is good enough.
struct StrictOptions: ParsableArguments {
    @Flag(help: "Exit with 4 when it is degraded.")
    var strict = false

    /// - Throws: It is degraded, and that is not good enough.
    func check(isDegraded: Bool) throws(CommandFailure) {
        if strict, isDegraded { throw .degraded }
    }
}
