/// Stands in for the server and the disk.
enum Server {
    struct WrongPassword: Error, CustomStringConvertible {
        let description = "the password is wrong"
    }

    struct Token: Sendable {
        let text: String
    }

    static func authenticate(_ name: String, _ password: String) async throws -> Token {
        try await Task.sleep(for: .milliseconds(10))
        guard password == "lovelace" else { throw WrongPassword() }
        return Token(text: "token of \(name)")
    }

    static func profile(for token: Token) async throws -> String {
        try await Task.sleep(for: .milliseconds(10))
        return "name=Ada;language=en"
    }

    static func photo(of name: String) async throws {
        try await Task.sleep(for: .milliseconds(300))
    }
}

enum Disk {
    static func save(_ user: User) async throws {
        try await Task.sleep(for: .milliseconds(1))
    }
}

struct User {
    let name: String

    struct Malformed: Error {
        let answer: String
    }

    init(parsing answer: String) throws {
        guard let field = answer.split(separator: ";").first(where: { $0.hasPrefix("name=") })
        else {
            throw Malformed(answer: answer)
        }
        name = String(field.dropFirst("name=".count))
    }
}
