package dev.penstock.shadow.simulate;

import java.io.IOException;

/** Finds out from the first lines of a log how it is written. */
final class FirstLines {
  private static final int LOOKED_AT = 10;

  private FirstLines() {}

  /** The format of the first line that has one; the combined one if none has. */
  static LogFormat formatOf(AccessLog log) throws IOException {
    int limit = log.readAhead();
    LogLine clf = LogFormat.COMBINED.line();
    int from = log.start();
    for (int i = 0; i < LOOKED_AT && from < limit; i++) {
      int newline = log.newline(from);
      int to = newline < 0 ? limit : newline;
      if (log.buffer()[from] == '{') {
        return LogFormat.JSONL;
      }
      if (clf.read(log.buffer(), from, to) == null) {
        return LogFormat.COMBINED;
      }
      from = to + 1;
    }
    return LogFormat.COMBINED;
  }
}
