internal import CSlipway

/// The environment that the process was started with.
package enum ProcessEnvironment {
    /// The first folder of RUNTIME_DIRECTORY, in which systemd separates several with colons.
    package static func runtimeDirectory(in environment: [String: String]) -> String? {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    /// The first folder of STATE_DIRECTORY, in which systemd separates several with colons.
    package static func stateDirectory(in environment: [String: String]) -> String? {
        environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    /// The variables by name.
    ///
    /// Read it before other threads run: setting a variable meanwhile is not safe.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var next = slipway_environment()
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let mark = text.firstIndex(of: "=") {
                variables[String(text[..<mark])] = String(text[text.index(after: mark)...])
            }
            next = next.successor()
        }
        return variables
    }
}
