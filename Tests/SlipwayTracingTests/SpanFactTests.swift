import Foundation
import Slipway
import SlipwayTestSupport
import Testing

/// The attributes in the documentation of `LaunchTracing`.
struct SpanFactTests {
    @Test func theDocumentationNamesAttributesOfTheList() throws {
        let file = Checkout.file("Sources/SlipwayTracing/LaunchTracing.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let named = Set(text.matches(of: /`(slipway\.[a-z._]+)`/).map { String($0.output.1) })
        #expect(named.count > 10)
        #expect(named.subtracting(SpanFact.allCases.map(\.full)) == [])
    }
}
