import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct IntrospectTests {
    @Test func listsTheInterfaces() {
        let info = Introspect.text(info: [
            "vendor": "Slipway", "product": "slipwayd", "version": "1", "url": "https://a.example",
            "interfaces": ["org.varlink.service", "org.slipway.Launch\u{1B}"], "surprise": 1,
        ])
        #expect(
            info == """
                vendor: Slipway
                product: slipwayd
                version: 1
                url: https://a.example
                interfaces:
                  org.varlink.service
                  org.slipway.Launch\\u{1B}
                """
        )
    }

    @Test func anEmptyAnswerIsNoCrash() {
        #expect(Introspect.text(info: [:]) == "interfaces:")
    }
}
