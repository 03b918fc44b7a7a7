internal import SlipwayJSON

/// Key `tls`: the files that a server is checked with, and those that it asks for.
package struct TLSSpecification: Hashable, Sendable {
    /// The file with the authorities that may vouch for the server; `nil`: those of the machine.
    package var ca: Template?
    /// The file with the certificate for a server that asks for one; `nil`: it gets none.
    package var certificate: Template?
    /// The file with the certificate's key; `nil`: that of the certificate has it, too.
    package var key: Template?

    /// Creates a specification.
    package init(ca: Template? = nil, certificate: Template? = nil, key: Template? = nil) {
        self.ca = ca
        self.certificate = certificate
        self.key = key
    }

    package var templates: [Template] { [ca, certificate, key].compactMap(\.self) }
}

extension TLSSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "tls",
            title: "tls",
            summary:
                "The files that a server is checked with, and those that it asks for, in PEM form.",
            manual: """
                They are read for each request, so that renewed ones count, and may have 1 MiB each. A key can be a
                credential of the unit ([secrets](#secrets)): `LoadCredential=device.key:/PATH` puts it at
                `${env.CREDENTIALS_DIRECTORY}/device.key`. It has no passphrase, as nobody is there to enter it.
                """,
            foreign: .ofTLS
        )
    }

    static func read(_ keys: inout Keys) -> TLSSpecification? {
        var tls = TLSSpecification()
        keys.read("ca", &tls.ca, .chosenFile(.file), usual: "those of the machine")
            .means(
                "The certificates of the authorities that may vouch for the server, in place of those "
                    + "that the machine trusts.",
                example: "/etc/shop/ca.pem"
            )
        keys.read("certificate", &tls.certificate, .chosenFile(.file), usual: "none")
            .means(
                "The certificate for a server that asks for one, and behind it those that lead to its "
                    + "authority. After a redirect to another host or port it is not shown.",
                example: "/etc/shop/device.pem"
            )
        keys.read("key", &tls.key, .chosenFile(.file), usual: "in the file of the certificate")
            .means(
                "The certificate's private key.",
                example: "\"${env.CREDENTIALS_DIRECTORY}/device.key\""
            )
        keys.constrain(["minProperties": 1, "dependentRequired": ["key": ["certificate"]]])
        let names = ["ca", "certificate", "key"].filter { keys.section[$0] != nil }
        if names.isEmpty {
            keys.report("names no file; add ca, or certificate and key")
        } else if names.last == "key", !names.contains("certificate") {
            keys.report("has a key without its certificate; add certificate: PATH")
        }
        return tls
    }
}
