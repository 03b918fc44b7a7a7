/// Why a template could not be filled in.
///
/// Values are not shown: they may be secret.
package enum TemplateError: Error, Hashable, Sendable {
    /// The operation has no value, or the launch has no payload here.
    case noValue(ValueReference)
    /// The value has no such key or index; `reached` is the path as far as it exists.
    case missing(ValueReference, key: String, reached: String)
    /// The path continues below a value that has no parts.
    case notContainer(ValueReference, kind: String, reached: String)
    /// The value is null.
    case null(ValueReference)
    /// The variable is not set.
    case unset(String)
    /// The service has no such credential.
    case noCredential(String)
    /// The text would have a NUL character, which no argument, variable or header can have.
    case nulCharacter
    /// A payload would choose the scheme, host or port.
    case payloadInAddress(ValueReference)
    /// The text with its values is not a URL; the template is shown without its query.
    case url(template: String, URLFault)
    /// The text with its values is not `HOST:PORT`.
    case hostAndPort(template: String, HostAndPortFault)
}

extension TemplateError: CustomStringConvertible {
    /// The failure, with the reference and what to do; one line.
    package var description: String {
        switch self {
        case .noValue(let reference):
            "cannot fill in \(reference): there is no such value here"
        case .missing(let reference, let key, let reached):
            "cannot fill in \(reference): '\(reached)' has no \(Quoting.quoted(key))"
        case .notContainer(let reference, let kind, let reached):
            "cannot fill in \(reference): '\(reached)' is \(kind), not an object or a list"
        case .null(let reference):
            "cannot fill in \(reference): it is null; expected text, a number, true or false, "
                + "an object or a list"
        case .unset(let name):
            "cannot fill in '${env.\(name)}': the environment variable '\(name)' is not set"
        case .noCredential(let name):
            "cannot fill in \(ValueReference.credential(name)): the service has no such credential"
        case .nulCharacter:
            "cannot fill in a text: a value in it has a NUL character"
        case .payloadInAddress(let reference):
            "cannot fill in \(reference): \(ValueReference.payloadInAddress)"
        case .url(let template, let fault):
            "cannot fill in the URL \(Quoting.quoted(template)): it \(fault)"
        case .hostAndPort(let template, let fault):
            "cannot fill in the address \(Quoting.quoted(template)): it \(fault)"
        }
    }
}
