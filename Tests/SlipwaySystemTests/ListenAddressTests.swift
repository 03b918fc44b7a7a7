import SlipwaySystem
import Testing

struct ListenAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1:8081", .tcp(.ipv4("127.0.0.1"), port: 8081)),
            ("0.0.0.0:1", .tcp(.ipv4("0.0.0.0"), port: 1)),
            ("[::1]:8081", .tcp(.ipv6("::1"), port: 8081)),
            ("[0:0:0:0:0:0:0:1]:8081", .tcp(.ipv6("::1"), port: 8081)),
            ("[::]:65535", .tcp(.ipv6("::"), port: 65535)),
            ("[::ffff:10.0.0.1]:80", .tcp(.ipv6("::ffff:10.0.0.1"), port: 80)),
            (":8081", .tcp(.every, port: 8081)),
            ("/run/shop/probes", .unix("/run/shop/probes")),
        ] as [(String, ListenAddress)]
    )
    func readsWhatAServiceCanListenAt(text: String, address: ListenAddress) throws {
        #expect(try ListenAddress(parsing: text) == address)
        #expect(try ListenAddress(parsing: "\(address)") == address)
    }

    @Test(
        arguments: [
            ("", .noPort), ("localhost", .noPort), ("127.0.0.1", .noPort), ("[::1]", .port),
            ("8081", .portAlone("8081")), ("0", .noPort), ("70000", .noPort),
            ("127.0.0.1:0", .port), (":0", .port), (":", .port), (":65536", .port),
            ("127.0.0.1:http", .port), ("127.0.0.1:-1", .port), ("127.0.0.1: 80", .port),
            ("::1:8081", .noBrackets), (":::8081", .noBrackets),
            ("localhost:8081", .host), ("*:8081", .host), ("127.1:8081", .host),
            ("256.0.0.1:8081", .host), ("[127.0.0.1]:8081", .host), ("[]:8081", .host),
            ("[fe80::1%eth0]:8081", .host), ("127.0.0.1\0:8081", .host),
            ("/run/\0", .path), ("/run/", .path), ("/", .path),
            ("/" + String(repeating: "x", count: 107), .path), ("unix:/run/x", .scheme),
            ("http://127.0.0.1:8081", .host),
        ] as [(String, ListenAddressFault)]
    )
    func saysWhyOtherTextsAreNone(text: String, fault: ListenAddressFault) {
        #expect(throws: fault) { try ListenAddress(parsing: text) }
    }

    @Test func theFaultSaysWhatToWrite() {
        #expect(
            "\(ListenAddressFault.port)"
                == "has a port that is not a number from 1 to 65535; write 127.0.0.1:8081, "
                + "\"[::1]:8081\", \":8081\" for every address of this machine, or the absolute path of a socket"
        )
        #expect(
            "\(ListenAddressFault.portAlone("80"))"
                == "is a port alone; write 127.0.0.1:80, or \":80\" for every address of this machine"
        )
    }
}
