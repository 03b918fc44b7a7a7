/// Why a request failed.
///
/// Requests are named by method and URL, without what may be secret: user, password, query and
/// headers.
package enum HTTPError: Error, Hashable {
    /// The answer came with another status than expected; `nil` expects 200 to 299.
    case unexpectedStatus(request: String, status: String, expected: [Int]?)
    /// There was no answer.
    case failed(request: String, reason: String)
    /// The answer is more than `limit` bytes.
    case tooLong(request: String, limit: Int)
    /// The answer is not what `output` says.
    case unreadable(request: String, expected: String, reason: String)
    /// A header value has characters that would corrupt the request; it is not shown.
    case invalidHeader(request: String, name: String)
}

extension HTTPError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unexpectedStatus(let request, let status, let expected):
            "\(request): \(status); expected \(list(expected))"
        case .failed(let request, let reason):
            "\(request): \(reason)"
        case .tooLong(let request, let limit):
            "\(request): the answer is longer than \(limit) bytes"
        case .unreadable(let request, let expected, let reason):
            "\(request): cannot read the answer as \(expected): \(reason)"
        case .invalidHeader(let request, let name):
            "\(request): header '\(name)' has characters that headers cannot have; remove line ends"
        }
    }
}

private func list(_ expected: [Int]?) -> String {
    guard let expected else { return "200 to 299" }
    return expected.map(String.init).joined(separator: ", ")
}
