extension VarlinkInterface {
    /// The types of ``launch`` that describe programs.
    static let programTypes = """
        # How a program is
        type ProgramState (
          # Its process was started and is not ready yet
          starting,
          # It is ready
          running,
          # Its processes are being ended
          stopping,
          # It ended, and is started again
          pausing,
          # It was ended because that was asked for
          stopped,
          # It ended by itself, and is not started again
          ended
        )

        # A program: a process that an operation started and that stays, as a part of the service
        type Program (
          # Its name: that of its operation
          name: string,
          # How it is
          state: ProgramState,
          # Since when it has been so
          sinceUSec: int,
          # When its last start began; a daemon from before this field does not send it
          startedUSec: ?int,
          # When it was ready after that; absent if it was not
          readyUSec: ?int,
          # When it is started again; only while it pauses
          nextUSec: ?int,
          # Its process; absent while there is none
          pid: ?int,
          # When what is left of it is killed, once it has been asked to end for a second, or when it was
          killedUSec: ?int,
          # How many times it was started again by itself
          restarts: int,
          # What it still lacks to be ready, as a predicate; absent once it is ready, and if that is unknown
          lack: ?string,
          # What it last said about itself, in one line; absent for nothing
          message: ?string,
          # Why its last process ended, and what went wrong with that, in one line; absent if none
          # ended by itself and nothing did
          reason: ?string
        )


        """

    /// The methods of ``launch`` that concern programs.
    static let programMethods = """
        # Starts a program that was stopped or has ended. The reply comes when it is ready. Takes the
        # right to operate
        method StartProgram(
          # The program, of at most 256 bytes
          name: string
        ) -> (
          # The program now
          program: Program
        )

        # Ends a program with all its processes, and leaves it stopped. The reply comes when they are
        # gone. Takes the right to operate
        method StopProgram(
          # The program, of at most 256 bytes
          name: string
        ) -> (
          # The program now
          program: Program
        )

        # Ends a program with all its processes, if it runs, and starts it. The reply comes when it
        # is ready. Takes the right to operate
        method RestartProgram(
          # The program, of at most 256 bytes
          name: string
        ) -> (
          # The program now
          program: Program
        )


        """

    /// The errors of ``launch`` that concern programs.
    static let programErrors = """
        # No operation has started a program of that name
        error NoSuchProgram (
          # The name that was asked for
          name: string,
          # The programs that there are
          known: []string
        )

        # The program's operation is starting it: wait, or cancel the operation
        error ProgramStarting (
          # The name that was asked for
          name: string
        )

        # The program ended by itself instead of running
        error ProgramFailed (
          # The name that was asked for
          name: string,
          # Why, in one line
          message: string
        )


        """
}
