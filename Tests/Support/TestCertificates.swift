internal import Foundation
internal import Testing

/// Certificates by the machine's `openssl`, in a folder: `ca.pem` and `other.pem` are authorities, the
/// rest are certificates of the first with their keys, but for `stranger.pem`, which is of the other.
package struct TestCertificates {
    package let folder: TemporaryFolder

    package init() async throws {
        folder = try TemporaryFolder()
        try folder.write(Self.configuration, to: "openssl.cnf")
        let shell = Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-euc", Self.script],
            environment: ["FOLDER": folder.path]
        )
        let result = try await shell.run()
        try #require(result.status == 0, "\(result.output)")
    }

    /// The path of a file.
    package subscript(name: String) -> String { "\(folder.path)/\(name)" }

    private static let configuration = """
        [req]
        distinguished_name = name
        x509_extensions = authority
        [name]
        [authority]
        basicConstraints = critical, CA:TRUE
        [ca]
        default_ca = store
        [store]
        database = index
        new_certs_dir = .
        rand_serial = yes
        default_md = sha256
        policy = policy
        unique_subject = no
        copy_extensions = copy
        [policy]
        commonName = supplied
        """

    private static let script = """
        cd "$FOLDER"
        : >index
        new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -config openssl.cnf -nodes'
        authority() {
            openssl req -x509 $new -days 2 -subj "/CN=$2" -keyout "$1.key" -out "$1.pem"
        }
        certificate() {
            openssl req $new -subj "/CN=$1" -addext "subjectAltName=$5" -keyout "$1.key" -out "$1.csr"
            openssl ca -batch -notext -config openssl.cnf -cert "$2.pem" -keyfile "$2.key" \\
                -startdate "$3" -enddate "$4" -in "$1.csr" -out "$1.pem"
            cat "$1.key" >>"$1.pem"
        }
        authority ca 'Test authority'
        authority other 'Other authority'
        here=IP:127.0.0.1,DNS:localhost
        certificate server ca 20200101000000Z 20491231000000Z $here
        certificate named ca 20200101000000Z 20491231000000Z DNS:shop.test,IP:10.0.0.1
        certificate expired ca 20200101000000Z 20200201123000Z $here
        certificate early ca 20480301000000Z 20491231000000Z $here
        certificate device ca 20200101000000Z 20491231000000Z DNS:device
        certificate stranger other 20200101000000Z 20491231000000Z DNS:device
        openssl req -x509 $new -days 2 -subj /CN=alone -addext "subjectAltName=$here" \\
            -keyout alone.key -out alone.pem
        cat alone.key >>alone.pem
        openssl x509 -in device.pem -out device-only.pem
        openssl pkey -in device.key -aes256 -passout pass:secret -out locked.key
        """
}
