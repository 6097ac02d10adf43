package dev.penstock.shadow.simulate;

import java.io.IOException;

/** Detects the format of a log from its first lines. */
final class FirstLines {
  private static final int MAX_LINES = 10;

  private FirstLines() {}

  /** The format of the first line that has a known one; otherwise the combined format. */
  static LogFormat formatOf(AccessLog log) throws IOException {
    int limit = log.readAhead();
    LogLine clf = LogFormat.COMBINED.line();
    int from = log.start();
    for (int i = 0; i < MAX_LINES && from < limit; i++) {
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
