package import Slipway
internal import SlipwaySystem

/// Everything that is wrong with a configuration, all at once.
package struct ConfigurationFaults: Error, Sendable {
    /// The faults, not empty: by file (the configuration first, then its drop-ins in name order),
    /// then by line and column.
    package let faults: [ConfigurationFault]
    /// The plan, to be drawn, if only its graph has faults.
    ///
    /// `nil` if keys or values have faults.
    package let plan: Plan?

    /// Sorts faults by position; `files` gives the order of the files.
    ///
    /// Faults at the same position keep the order in which they were found.
    package init(
        _ faults: [ConfigurationFault],
        files: [String],
        plan: Plan? = nil
    ) {
        func rank(_ fault: ConfigurationFault) -> Int {
            files.firstIndex(of: fault.file) ?? files.count
        }
        self.plan = plan
        self.faults =
            faults.enumerated()
            .map { (rank($1), $1.line, $1.column, $0, $1) }
            .sorted { ($0.0, $0.1, $0.2, $0.3) < ($1.0, $1.1, $1.2, $1.3) }
            .map(\.4)
    }
}

extension ConfigurationFaults {
    /// The one fault of a file that cannot be read.
    package init(unreadable file: String, errno code: Int32) {
        let reason = "cannot read: \(ErrorNumber(code))"
        self.init([ConfigurationFault(file: file, reason: reason, errno: code)], files: [file])
    }
}

extension ConfigurationFaults {
    /// The first failure of the machine while the configuration was read; `nil` if all is for a
    /// person to change.
    ///
    /// The other faults may come of that failure, and a later try may succeed.
    package var failureOfMachine: Int32? {
        faults.lazy.compactMap(\.errno).first { ErrorNumber($0).isOfMachine }
    }
}

extension ConfigurationFaults: CustomStringConvertible {
    /// One line per fault, and for a cycle further lines for its edges.
    package var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}
