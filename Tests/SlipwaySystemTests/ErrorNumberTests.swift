import Glibc
import SlipwaySystem
import Testing

struct ErrorNumberTests {
    @Test(arguments: [
        (EMFILE, "Too many open files (EMFILE)"),
        (ECONNREFUSED, "Connection refused (ECONNREFUSED)"),
        (99_999, "Unknown error 99999 (errno 99999)"),
    ])
    func namesTheErrorAsPeopleAndSearchEnginesDo(number: Int32, text: String) {
        #expect(ErrorNumber(number).description == text)
    }

    @Test(arguments: [(EMFILE, true), (ENOMEM, true), (ENOENT, false), (EPERM, false)])
    func knowsWhatIsWorthTryingAgainLater(number: Int32, isShortage: Bool) {
        #expect(ErrorNumber(number).isShortage == isShortage)
    }
}
