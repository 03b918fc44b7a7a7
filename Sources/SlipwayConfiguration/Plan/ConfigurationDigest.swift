internal import Slipway
internal import SlipwaySystem
internal import Synchronization

/// A digest of the files of a configuration: equal digests, equal files.
///
/// It is made when it is asked for the first time, which is not before the launch.
package final class ConfigurationDigest: Sendable {
    private enum State {
        case files([ConfigurationFile])
        case text(String)
    }

    private let state: Mutex<State>

    init(of files: [ConfigurationFile]) { state = Mutex(.files(files)) }

    /// The digest: 32 hexadecimal digits.
    ///
    /// The first half of SHA-256 over the length and the bytes of each file. The first call takes some
    /// microseconds a kilobyte.
    package var text: String {
        state.withLock { state in
            switch state {
            case .text(let text): return text
            case .files(let files):
                var bytes: [UInt8] = []
                for file in files { bytes += Array("\(file.bytes.count):".utf8) + file.bytes }
                let text = SHA256.text(of: bytes, bytes: 16)
                state = .text(text)
                return text
            }
        }
    }
}
