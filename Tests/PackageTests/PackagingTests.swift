import Foundation
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// What is packaged is what the sources say.
struct PackagingTests {
    @Test func thePackagesVersionIsThatOfThePrograms() async throws {
        let ran = try await Program(executable: Checkout.file("packaging/version")).run()
        #expect(ran.status == 0)
        #expect(ran.output == "\(Version.current)\n")
    }

    /// `build-deb` makes the changelog of the version; a file of it would say another one some day.
    @Test func noFileOfThePackageHasAVersionOfItsOwn() throws {
        for file in CodeBase.files where file.hasPrefix("packaging/debian/") {
            #expect(!file.hasSuffix("/changelog"))
            #expect(try !CodeBase.text(of: file).contains(Version.current), "\(file)")
        }
    }

    /// `build-deb` installs from a copy of some files of the repository.
    @Test(.timeLimit(.minutes(5))) func thePackageIsBuiltFromAllThatIsInstalled() async throws {
        let folder = try TemporaryFolder()
        let script = try CodeBase.text(of: "packaging/build-deb").replacing("\\\n", with: "")
        let copies = script.split(separator: "\n").map(String.init)
            .filter { $0.contains(/^cp .* "\$tree"$/) }
        let install = """
            make -C "$tree" install DESTDIR="\(folder.path)/installed" PREFIX=/usr \
                BIN="\(Checkout.programs.path())" STRIP= SOURCE_DATE_EPOCH=0
            """
        let ran = try await Program(
            executable: URL(filePath: "/bin/bash"),
            arguments: [
                "-c",
                (["set -e; cd \"$0\"; mkdir \"$tree\""] + copies + [install])
                    .joined(separator: "\n"),
                Checkout.root.path(),
            ],
            environment: ["tree": "\(folder.path)/tree"]
        ).run()
        #expect(ran.status == 0, "\(ran.output)")
    }

    /// The libraries that are needed to build are the same, however one builds.
    @Test func thePackageAsksForTheLibrariesThatTheBuildDoes() throws {
        let control = try CodeBase.text(of: "packaging/debian/control")
        let line = try #require(
            try CodeBase.text(of: "Makefile").firstMatch(of: /BUILD_PACKAGES := ((?:.*\\\n)*.*)/)
        )
        let packages = line.output.1.split { $0.isWhitespace || $0 == "\\" }
        // Those that every machine has that builds packages, or that fetch the Swift packages.
        for package in packages where !["ca-certificates", "git", "libc6-dev"].contains(package) {
            #expect(control.contains(" \(package)"), "\(package)")
        }
        #expect(packages.count > 5)
    }

    /// SQLite and libcurl are opened by name, so that no tool finds them among the needed libraries.
    @Test(arguments: ["libcurl4", "libsqlite3-0"])
    func thePackageNamesTheLibrariesThatAreOpened(package: String) throws {
        let control = try CodeBase.text(of: "packaging/debian/control")
        let depends = control.split(separator: "\n").first { $0.hasPrefix("Depends:") }
        #expect(depends?.contains(package) == true)
    }

    /// `ProcSubset=pid` of the units hides all that is not of a process.
    @Test func nothingIsReadThatTheUnitsHide() throws {
        let hidden = try CodeBase.files.filter {
            $0.hasPrefix("Sources/") && ($0.hasSuffix(".swift") || $0.hasSuffix(".c"))
        }.flatMap { file in
            try CodeBase.text(of: file).matches(of: /"\/proc\/([^"]*)/)
                .map { "\(file): \($0.output.1)" }
                .filter { !$0.contains(/: (self$|self\/|\\\()/) }
        }
        #expect(hidden == ["Sources/SlipwaySystem/BootIdentity.swift: sys/kernel/random/boot_id"])
        for unit in ["packaging/systemd", "packaging/systemd/user"] {
            let lines = CodeBase.lines(of: try CodeBase.text(of: "\(unit)/slipway@.service"))
            #expect(lines.contains("ProcSubset=pid"))
            #expect(lines.contains("Environment=\(BootIdentity.variable)=%b"))
        }
    }

    /// Two examples may be tried at the same time.
    @Test func everyExampleHasPortsOfItsOwn() throws {
        var owners: [Substring: String] = [:]
        let examples = CodeBase.files.filter {
            $0.hasPrefix("config/examples/") && $0.hasSuffix(".yaml")
                && $0.split(separator: "/").count == 3
        }
        for example in examples {
            for port in try CodeBase.text(of: example).matches(of: /\b80[0-9]{2}\b/) {
                let owner = owners.updateValue(example, forKey: port.output)
                #expect(owner == nil || owner == example, "\(port.output)")
            }
        }
        #expect(owners.count >= 7)
    }

    /// The image, that of the example, and the manifest have one user.
    @Test func theContainerExamplesFitTheImage() throws {
        let image = try CodeBase.text(of: "packaging/build-image")
        let user = try #require(image.firstMatch(of: /\nuser=(\d+)\n/)).output.1
        let name = try #require(image.firstMatch(of: /\ntag=(.*):\$version/)).output.1
        let scratch = try CodeBase.text(of: "config/examples/container/Containerfile.scratch")
        #expect(scratch.contains("FROM \(name):${VERSION}\n"))
        let debian = try CodeBase.text(of: "config/examples/container/Containerfile")
        #expect(debian.contains("--uid \(user) ") && debian.contains("USER \(user):\(user)\n"))
        let manifest = try CodeBase.text(of: "config/examples/kubernetes/web.yaml")
        for key in ["runAsUser", "runAsGroup", "fsGroup"] {
            #expect(manifest.contains("\(key): \(user)\n"), "\(key)")
        }
    }
}
