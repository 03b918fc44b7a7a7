internal import CSlipway
internal import Glibc

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

    /// A variable; `nil` if it is not set.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The variables that are not UTF-8, each as `NAME=value`: as text they would be altered, so that
    /// children inherit their bytes.
    package static let undecodable: [[UInt8]] = {
        var entries: [[UInt8]] = []
        var next = slipway_environment()
        while let entry = next.pointee {
            if String(validatingCString: entry) == nil {
                let count = strlen(entry)
                entries.append(
                    entry.withMemoryRebound(to: UInt8.self, capacity: count) {
                        Array(UnsafeBufferPointer(start: $0, count: count))
                    }
                )
            }
            next = next.successor()
        }
        return entries
    }()

    /// The names of ``undecodable``, as far as these are text.
    package static let undecodableNames = Set(
        undecodable.compactMap { entry in
            String(validating: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        }
    )

    /// The variables by name, but for those that are no text: see ``undecodable``.
    ///
    /// Read it before other threads run: setting a variable meanwhile is not safe.
    package static var variables: [String: String] {
        // Both are read together: other threads may change the environment later.
        _ = undecodable
        var variables: [String: String] = [:]
        var next = slipway_environment()
        while let entry = next.pointee {
            if let text = String(validatingCString: entry),
                let mark = text.utf8.firstIndex(of: UInt8(ascii: "="))
            {
                variables[String(text[..<mark])] = String(text[text.utf8.index(after: mark)...])
            }
            next = next.successor()
        }
        return variables
    }
}
