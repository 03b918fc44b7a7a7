import Testing

@testable import SlipwayStore

struct SQLiteLibraryTests {
    @Test func aMachineWithoutTheLibraryIsToldWhatToInstall() {
        let library = SQLiteLibrary(name: "libsqlite-of-nobody.so")
        // The same at every try.
        for _ in 0..<2 {
            let error = #expect(throws: SQLiteError.self) { try library.load() }
            #expect(
                error?.description
                    == "libsqlite-of-nobody.so: cannot open shared object file: No such file or "
                    + "directory; install or repair the package 'libsqlite3-0'"
            )
        }
    }
}
