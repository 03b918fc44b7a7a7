/// `O_PATH` of open(2), which the C library shows to GNU programs alone: the descriptor stands for
/// a place, and takes no right to the file.
package let pathOnly = Int32(0o10000000)
