internal import CSlipway

/// The environment that the process was started with.
package enum ProcessEnvironment {
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
