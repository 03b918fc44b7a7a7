package import SlipwayJSON

/// An error reply: a name for programs, and parameters.
package struct VarlinkError: Error, Hashable, Sendable {
    /// The whole name: `interface.Error`.
    package var name: String
    /// The parameters that the interface declares for the error.
    package var parameters: JSONObject

    /// Creates an error.
    package init(_ name: String, _ parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }
}

extension VarlinkError {
    /// No interface of that name is served here.
    package static func interfaceNotFound(_ interface: String) -> Self {
        Self("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The interface has no method of that name.
    package static func methodNotFound(_ method: String) -> Self {
        Self("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The interface has the method, but this service does not implement it.
    package static func methodNotImplemented(_ method: String) -> Self {
        Self("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// The parameter is missing, unknown, or has the wrong type.
    package static func invalidParameter(_ parameter: String) -> Self {
        Self("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The peer may not make the call.
    package static let permissionDenied = Self("org.varlink.service.PermissionDenied")

    /// Creates the error for a parameter that could not be read.
    package init(_ error: JSONFieldError) {
        self = .invalidParameter(error.field)
    }
}

extension VarlinkError: CustomStringConvertible {
    /// The name and the parameters: `org.example.Error {"key":"value"}`.
    package var description: String {
        parameters.isEmpty ? name : "\(name) \(JSON.object(parameters))"
    }
}
