import Foundation
import FoundationXML

/// An XML document that a parser accepts.
func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

/// The names of all elements, and the values of all attributes that refer to something.
func elements(of text: String) -> (names: Set<String>, references: [String]) {
    let reader = ElementReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    _ = parser.parse()
    return (reader.names, reader.references)
}

private final class ElementReader: NSObject, XMLParserDelegate {
    var names: Set<String> = []
    var references: [String] = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.insert(name)
        references += attributes.filter { ["href", "src", "xlink:href"].contains($0.key) }.values
    }
}
