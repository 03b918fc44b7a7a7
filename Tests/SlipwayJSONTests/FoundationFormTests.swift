import Foundation
import SlipwayJSON
import Testing

/// Values of Foundation's types, which ask for other values than a person writes.
struct FoundationFormTests {
    private struct Payload: Decodable {
        var url: URL?
        var date: Date?
        var data: Data?
        var price: Decimal?
    }

    private struct OpenURL: Decodable { let url: URL }
    private struct Sale: Decodable { let until: Date }

    @Test func aURLIsWrittenAsAString() throws {
        let text = "https://shop.example.org/a?b=c#d"
        let url = try #require(URL(string: text))
        let member: JSON = ["url": .string(text)]
        #expect(try member.decode(OpenURL.self).url == url)
        #expect(try member.decode(Payload.self).url == url)
        #expect(try JSON.string(text).decode(URL.self) == url)
        #expect(try JSON.array([.string(text)]).decode([URL].self) == [url])
        #expect(try JSON.object(["a": .string(text)]).decode([String: URL].self) == ["a": url])
        #expect(try JSON.null.decode(URL?.self) == nil)
    }

    @Test func aURLThatIsWrittenAsItWritesItselfIsRead() throws {
        let base = try #require(URL(string: "https://shop.example.org/"))
        let url = try #require(URL(string: "a", relativeTo: base))
        let json = try JSON(encoding: url)
        #expect(json["relative"] == "a")
        #expect(try json.decode(URL.self) == url)
    }

    @Test func nothingOfAURLCountsAsUnasked() throws {
        let json: JSON = ["url": "https://shop.example.org/", "uri": "b"]
        let unasked = try json.decode { try OpenURL(from: $0) }.unasked
        #expect(unasked.map(\.path) == ["uri"])
    }

    private func fault<Value: Decodable>(_ json: JSON, _ type: Value.Type) -> String? {
        #expect(throws: JSONDecodingFault.self) { try json.decode(type) }?.description
    }

    @Test func whatIsNoURLIsRefusedInWordsThatSayWhatIs() {
        #expect(
            fault(["url": 7], OpenURL.self)
                == "cannot read 'url': it is an integer; expected a URL, as a string"
        )
        #expect(
            fault([:], OpenURL.self)
                == "cannot read 'url': it is missing; expected a URL, as a string"
        )
        #expect(
            fault(["url": ""], OpenURL.self)
                == "cannot read 'url': it is not accepted: Invalid URL string."
        )
        #expect(
            fault(["url": "https://shop.example.org/"], URL.self)
                == "cannot read the value: it has no member 'relative'; expected a URL, as a string, or an "
                + "object with one there"
        )
    }

    @Test func whatOtherTypesTakeInsteadIsSaid() {
        #expect(
            fault(["date": "2026-01-01T00:00:00Z"], Payload.self)
                == "cannot read 'date': it is a string; expected a number of seconds since "
                + "2001-01-01T00:00:00Z, which may be below zero; for a date as text declare a String, "
                + "and convert it"
        )
        #expect(
            fault([:], Sale.self)
                == "cannot read 'until': it is missing; expected a number of seconds since "
                + "2001-01-01T00:00:00Z, which may be below zero; for a date as text declare a String, "
                + "and convert it"
        )
        #expect(
            fault(["data": "aGVsbG8="], Payload.self)
                == "cannot read 'data': it is a string; expected an array of whole numbers from 0 to 255; "
                + "for base64 declare a String, and convert it"
        )
        #expect(
            fault(["price": "9.95"], Payload.self)
                == "cannot read 'price': it is a string; expected an object as 'Decimal' writes it; for a "
                + "number as text declare a String, and convert it"
        )
        #expect(
            fault(["data": [1, 256]], Payload.self)
                == "cannot read 'data[1]': it is out of range; expected a whole number from 0 to 255"
        )
    }

    @Test func whatOtherTypesTakeIsRead() throws {
        let json: JSON = ["date": -1.5, "data": [104, 105]]
        let payload = try json.decode(Payload.self)
        #expect(payload.date == Date(timeIntervalSinceReferenceDate: -1.5))
        #expect(payload.data == Data("hi".utf8))
        let price = try #require(Decimal(string: "9.95"))
        #expect(try JSON(encoding: price).decode(Decimal.self) == price)
    }

    /// A type of the program's own, which happens to have a name of Foundation's.
    private enum Own {
        struct URL: Decodable { var relative: String }
    }

    @Test func aTypeOfThatNameElsewhereIsReadAsAnyOther() {
        #expect(
            fault("https://shop.example.org/", Own.URL.self)
                == "cannot read the value: it is a string; expected an object"
        )
    }
}
