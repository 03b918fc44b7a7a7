/// A server that refuses a token after three pages; it needs no network.
actor Server {
    private(set) var token = Token(number: 1)
    private var pagesLeft = 3

    func page(_ number: Int) async throws -> Page {
        let token = token
        guard pagesLeft > 0 else { throw Refused(token: token) }
        pagesLeft -= 1
        try await Task.sleep(for: .milliseconds(2))
        return Page(number: number, token: token)
    }

    func renewToken() async throws {
        try await Task.sleep(for: .milliseconds(20))
        token = Token(number: token.number + 1)
        pagesLeft = 3
    }
}

struct Token: Hashable {
    let number: Int
}

struct Page {
    let number: Int
    let token: Token
}

struct Refused: Error, CustomStringConvertible {
    let token: Token

    var description: String { "401 Unauthorized, token \(token.number)" }
}
