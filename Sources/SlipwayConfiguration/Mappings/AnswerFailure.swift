/// Why a server's answer gives no value, for `http` and `flags` alike; decides whether a stored
/// value may stand in.
package enum AnswerFailure: Hashable, Sendable {
    /// There was no whole answer: no name, no connection, no TLS, no more time, or an end in the middle.
    case noAnswer
    /// The status of the answer is no success.
    case status(Int)
    /// The body of the answer is longer than a value may be.
    case tooLong
    /// The body of the answer is not what it has to be, such as a page in place of JSON.
    case unreadable

    /// The meaning of a failure for the value of an earlier answer.
    package enum Server: Hashable, Sendable {
        /// The server gave no answer to the question: its earlier answer may stand in.
        case away
        /// The server answered, and gives nothing: its earlier answer counts no more.
        case refused
    }

    /// The state of the server of which the failure tells.
    package var server: Server {
        switch self {
        case .noAnswer, .tooLong, .unreadable: .away
        // A status 1xx is followed by the answer, or there is no answer.
        case .status(100...199), .status(407), .status(408), .status(413), .status(425),
            .status(429), .status(500...599):
            .away
        case .status: .refused
        }
    }

    /// The server takes no questions from the user who asks: 401 and 403.
    package var isDenial: Bool { [.status(401), .status(403)].contains(self) }

    /// The statuses of a redirect, which has a `Location` to go on to.
    package static let redirects: Set<Int> = [301, 302, 303, 307, 308]
}
