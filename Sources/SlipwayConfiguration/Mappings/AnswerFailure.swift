/// Why a server's answer gives no value, for `http` and `flags` alike: it decides whether a kept value may stand in.
package enum AnswerFailure: Hashable, Sendable {
    /// There was no whole answer: no name, no connection, no TLS, no more time, or an end in the middle.
    case noAnswer
    /// Its status is none of those that are a success.
    case status(Int)
    /// Its body is longer than a value may be.
    case tooLong
    /// Its body is not what it has to be, as a page in place of JSON is not.
    case unreadable

    /// The meaning of a failure for the value of an earlier answer.
    package enum Server: Hashable, Sendable {
        /// It gave no answer to the question: what it answered earlier may stand in.
        case away
        /// It answered, and gives nothing: what it answered earlier is not its answer any more.
        case refused
    }

    /// The state of the server that it tells of.
    package var server: Server {
        switch self {
        case .noAnswer, .tooLong, .unreadable: .away
        // One of 1xx is followed by the answer, or there is none.
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
