internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// The names of systemd's activation sockets, which travel as one list with colons.
    func sockets(_ field: Field) -> [String] {
        uniqueNames(field, expected: "a list of activation sockets, such as [http]") { name in
            if name == "varlink" { return "another name; varlink is the daemon's own socket" }
            let isName =
                !name.isEmpty && name.unicodeScalars.count <= 255
                && name.unicodeScalars.allSatisfy {
                    $0 != ":" && $0.properties.generalCategory != .control
                }
            return isName
                ? nil
                : "the name of an activation socket: 1 to 255 characters, without ':' and control "
                    + "characters"
        }
    }
}

extension KeyType {
    static var ended: KeyType { .words(ProgramSpecification.End.allCases.map(\.rawValue)) }

    static var sockets: KeyType {
        let name = KeyType(
            "name of a socket",
            [
                "type": ["string", "number", "boolean"],
                "pattern": "^[^:\\u0000-\\u001f\\u007f-\\u009f]{1,255}$",
                "not": ["const": "varlink"],
            ]
        )
        return .list("names of sockets", of: name, ["uniqueItems": true])
    }
}
