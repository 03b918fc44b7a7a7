import Foundation
import SlipwayTestSupport
import Testing

/// A step that leaves orphans behind until the file `gate` exists.
enum Orphanage {
    static let count = 20

    static let configuration = """
        name: orphanage
        operations:
          leaving:
            exec: [/bin/sh, -c, 'for i in $(seq \(count)); do
              (sh -c "while [ ! -e $GATE ]; do sleep 0.1; done" &); done']
        """

    /// Waits until they are the daemon's children, lets them end, and waits until none is left: an
    /// unreaped process stays as a zombie.
    static func isEmptied(of daemon: Int32, gate folder: TemporaryFolder) async throws {
        try await eventually("the orphans are the daemon's") {
            try ObservedProcess.children(of: daemon).count == count
        }
        try folder.write("", to: "gate")
        try await eventually("all orphans are reaped") {
            try ObservedProcess.children(of: daemon).isEmpty
        }
    }
}
