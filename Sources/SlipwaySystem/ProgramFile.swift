internal import Glibc

/// The beginning of a program's file, as the kernel reads it.
///
/// The texts quote the file, and still have to be made printable.
package struct ProgramFile {
    private let bytes: ArraySlice<UInt8>

    /// Takes the first bytes of a file.
    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes)[...] }

    /// Reads the beginning of a file; `nil` for what is no regular file, or cannot be read.
    package init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        bytes = buffer[..<count]
    }

    /// Why the kernel does not know what to do with the file (`ENOEXEC`).
    package var formatFault: String {
        if bytes.isEmpty { return "the file is empty" }
        guard bytes.starts(with: Self.magicOfELF) else {
            return "a script needs '#!' in its first line"
        }
        guard let machine, machine != Self.ownMachine else {
            return "it is a damaged program (ELF)"
        }
        let name = Self.machines[machine] ?? "ELF machine \(machine)"
        return "it is a program for another processor: \(name)"
    }

    /// Why the interpreter or the loader of the file is missing (`ENOENT`, though the file is
    /// there).
    package var interpreterFault: String {
        if bytes.starts(with: Self.magicOfELF) {
            return "it was built for another system, whose loader or library is missing here"
        }
        guard let interpreter else {
            return "the interpreter that its first line names is missing"
        }
        guard interpreter.hasSuffix("\r") else {
            return "'\(interpreter)', which its first line names, is missing"
        }
        return "its lines end in CR LF, so that its first line names '\(interpreter)'; "
            + "end them in LF alone"
    }

    /// The ``interpreterFault`` of a script whose interpreter cannot be run; `nil` for anything
    /// else.
    package var missingInterpreter: String? {
        guard let interpreter, access(interpreter, X_OK) != 0 else { return nil }
        return interpreterFault
    }

    /// The program after `#!`, without its argument.
    private var interpreter: String? {
        guard bytes.starts(with: "#!".utf8) else { return nil }
        let line = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        let word = line.drop { blanks.contains($0) }.prefix { !blanks.contains($0) }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// `e_machine` of an ELF header, in the byte order that the header names.
    private var machine: UInt16? {
        guard bytes.count >= 20 else { return nil }
        let isBigEndian = bytes[bytes.startIndex + 5] == 2
        let field = bytes.dropFirst(18).prefix(2).map { UInt16($0) }
        return isBigEndian ? field[0] << 8 | field[1] : field[1] << 8 | field[0]
    }

    private static let magicOfELF: [UInt8] = [0x7f] + Array("ELF".utf8)

    #if arch(x86_64)
    private static let ownMachine: UInt16 = 62
    #elseif arch(arm64)
    private static let ownMachine: UInt16 = 183
    #else
    private static let ownMachine: UInt16? = nil
    #endif

    /// The machines that a program is likely to be meant for, by their numbers in elf(5).
    private static let machines: [UInt16: String] = [
        3: "x86 (32 bits)", 8: "MIPS", 20: "PowerPC", 21: "PowerPC (64 bits)", 22: "S/390",
        40: "ARM (32 bits)", 62: "x86-64", 183: "ARM (64 bits)", 243: "RISC-V",
        258: "LoongArch",
    ]
}
