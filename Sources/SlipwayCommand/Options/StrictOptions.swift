internal import ArgumentParser

/// The option by which a degraded launch is not good enough.
struct StrictOptions: ParsableArguments {
    @Flag(help: "Exit with 4 when it is degraded.")
    var strict = false

    /// - Throws: The launch is degraded, and that is not good enough.
    func check(isDegraded: Bool) throws(CommandFailure) {
        if strict, isDegraded { throw .degraded }
    }
}
