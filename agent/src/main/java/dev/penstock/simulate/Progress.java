package dev.penstock.simulate;

/** Is told now and then how far a simulation has come. */
@FunctionalInterface
public interface Progress {
  /** Nobody looks. */
  Progress UNSEEN = (bytes, lines) -> {};

  /**
   * So much has been read.
   *
   * @param bytes of all logs, as they lie there
   * @param lines of all logs
   */
  void at(long bytes, long lines);
}
