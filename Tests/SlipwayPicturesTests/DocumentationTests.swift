import Slipway
import SlipwayPictures
import Testing

/// The code in documentation comments of the module.
struct DocumentationTests {
    @Test func aLaunchIsDrawn() throws {
        let launch = Launch(try Graph(Plan("shop")))
        let picture = launch.report.waterfall(at: .now).svg
        #expect(picture.hasPrefix("<svg"))
    }
}
