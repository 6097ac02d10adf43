package dev.penstock.shadow.simulate;

/** Receives the progress of a simulation from time to time. */
@FunctionalInterface
public interface SimulationProgress {
  /** Ignores the progress. */
  SimulationProgress NONE = (bytes, lines) -> {};

  /**
   * Reports how much has been read.
   *
   * @param bytes bytes of all log files, before decompression
   * @param lines lines of all logs
   */
  void at(long bytes, long lines);
}
