internal import Glibc
internal import Twins

/// Figures of the kernel about this process.
package enum ProcessFigures {
    /// The number of threads.
    package static func threads() -> Int { status("Threads:") }

    /// Nanoseconds for which its threads have had a processor.
    package static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Bytes that malloc has given out and that were not freed.
    package static func allocatedBytes() -> Int { twinHeapUse() }

    /// Bytes that are resident now.
    package static func residentBytes() -> Int { status("VmRSS:") * 1024 }

    /// The most resident bytes since ``resetPeak()``.
    package static func peakResidentBytes() -> Int { status("VmHWM:") * 1024 }

    /// Gives free memory back, and restarts the peak.
    package static func resetPeak() {
        twinTrimHeap()
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = write(descriptor, "5", 1)
    }

    private static func status(_ key: String) -> Int {
        let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        let text = String(unsafeUninitializedCapacity: 4096) { buffer in
            max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return number.flatMap { Int($0) } ?? 0
    }
}
