internal import SlipwayJSON

/// The user for whom a request is made, as far as its `Authorization` header tells.
///
/// A user with a new token is still the same user.
enum RequestUser {
    /// The user in the value of the header: the name of `Basic`, or issuer and subject of a JSON Web Token.
    ///
    /// - Returns: `nil` if the header names no user: tokens of other kinds do not.
    static func user(in authorization: String) -> String? {
        let words = authorization.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return nil }
        return switch words[0].lowercased() {
        case "basic": userOfBasic(words[1])
        case "bearer": userOfToken(words[1])
        default: nil
        }
    }

    /// RFC 7617: `user:password` in Base64.
    private static func userOfBasic(_ text: String) -> String? {
        guard let bytes = Base64.bytes(of: text),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return String(decoding: bytes[..<colon], as: UTF8.self)
    }

    /// RFC 7519: three parts, of which the second one has the claims.
    private static func userOfToken(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(ofURLText: String(parts[1])),
            let claims = try? JSON(parsing: bytes).objectValue,
            let subject = claims["sub"]?.stringValue
        else { return nil }
        return [claims["iss"]?.stringValue ?? "", subject].joined(separator: "\n")
    }
}
