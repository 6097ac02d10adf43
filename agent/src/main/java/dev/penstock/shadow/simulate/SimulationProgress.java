package dev.penstock.shadow.simulate;

/** Is told now and then how far a simulation has come. */
@FunctionalInterface
public interface SimulationProgress {
  /** Nobody looks. */
  SimulationProgress UNSEEN = (bytes, lines) -> {};

  /**
   * So much has been read.
   *
   * @param bytes of all logs, as they lie there
   * @param lines of all logs
   */
  void at(long bytes, long lines);
}
