internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayVarlink

/// Refusals that mostly mean that a service is of another version.
extension VarlinkError {
    /// The method that the service does not have, without its interface if that is the usual one; `nil` for any
    /// other error.
    var unknownMethod: String? {
        guard let method = parameters["method"]?.stringValue, self == .methodNotFound(method) else {
            return nil
        }
        let prefix = "\(LaunchInterface.name)."
        return method.hasPrefix(prefix) ? String(method.dropFirst(prefix.count)) : method
    }

    /// A sentence about a refusal that has none of its own.
    ///
    /// - Parameter service: The version of the service; `nil` if it is not known.
    /// - Returns: The sentence, without a full stop.
    func words(of service: ServiceVersion?) -> String {
        let name = service?.words ?? "the daemon"
        let difference = service?.difference.map { "; \($0)" } ?? ""
        if let unknownMethod {
            return "\(name) does not know the method '\(unknownMethod)'" + difference
        }
        if let parameter = parameters["parameter"]?.stringValue,
            self == .invalidParameter(parameter), !difference.isEmpty
        {
            return "\(name) does not take '\(parameter)' as it was sent" + difference
        }
        return "\(difference.isEmpty ? "the daemon" : name) refuses: \(self)" + difference
    }
}
