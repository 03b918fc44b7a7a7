/// A status and, except for 204, a JSON document.
struct Answer {
    var status = "200 OK"
    var json: String?
}

/// The answer of the storefront's services.
func answer(to request: Request) -> Answer {
    let parts = request.target.split(separator: "?", maxSplits: 1)
    guard request.method == "GET" || request.method == "HEAD" else {
        return Answer(
            status: "405 Method Not Allowed",
            json: #"{"error":"only GET is served here"}"#
        )
    }
    switch parts.first ?? "/" {
    case "/me":
        return Answer(json: #"{"id":"u-1042","name":"Ada","plan":"gold"}"#)
    case "/toggles":
        let user = parts.dropFirst().first?.split(separator: "&").first { $0.hasPrefix("user=") }
        guard let user, user.count > "user=".count else {
            return Answer(status: "400 Bad Request", json: #"{"error":"write /toggles?user=ID"}"#)
        }
        // Half of the users get the new checkout.
        let isPilot = user.utf8.last.map { $0.isMultiple(of: 2) } ?? false
        return Answer(json: #"{"checkout-v2":\#(isPilot),"dark-mode":true,"reviews":false}"#)
    case "/healthz":
        return Answer(status: "204 No Content")
    default:
        return Answer(
            status: "404 Not Found",
            json: #"{"error":"known are /me, /toggles and /healthz"}"#
        )
    }
}
