internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// A digest of the files of a configuration: equal digests, equal files.
///
/// The digest is made when it is first asked for, which is not before the launch.
package final class ConfigurationDigest: Sendable {
    private enum State {
        case files([ConfigurationFile])
        case made(Digests)
    }

    private struct Digests {
        let text: String
        let ofFiles: [ExactText: [UInt8]]
    }

    /// The file of which the others are drop-ins.
    let path: String
    private let state: Mutex<State>

    init(of file: ConfigurationFile, dropIns: [ConfigurationFile]) {
        path = file.name
        state = Mutex(.files([file] + dropIns))
    }

    /// The digest: 32 hexadecimal digits.
    ///
    /// The first half of SHA-256 over the length and the bytes of each file. The first call takes some
    /// microseconds a kilobyte.
    package var text: String { digests.text }

    /// The SHA-256 of each file, by its name.
    var ofFiles: [ExactText: [UInt8]] { digests.ofFiles }

    private var digests: Digests {
        state.withLock { state in
            switch state {
            case .made(let digests): return digests
            case .files(let files):
                var bytes: [UInt8] = []
                for file in files { bytes += Array("\(file.bytes.count):".utf8) + file.bytes }
                let digests = Digests(
                    text: SHA256.text(of: bytes, bytes: 16),
                    ofFiles: files.map { (ExactText($0.name), SHA256.digest(of: $0.bytes)) }.keyed()
                )
                state = .made(digests)
                return digests
            }
        }
    }
}
