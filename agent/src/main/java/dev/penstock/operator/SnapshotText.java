package dev.penstock.operator;

import dev.penstock.telemetry.Snapshot;
import java.util.TreeMap;

/** A snapshot on its way from one JVM to another: a line for each figure. */
public final class SnapshotText {
  /*
   * Names are those of the records, so a figure that is added there is here as well:
   *
   *   penstock snapshot 1
   *   setting.mode=ENFORCE
   *   rules=2
   *   rules.0.name=api
   *   rules.0.requests.ADMITTED=17
   *
   * What one side does not know is left out by the other. The number in the first line grows when a
   * name changes its meaning.
   */
  private static final String HEAD = "penstock snapshot 1\n";

  private SnapshotText() {}

  public static String of(Snapshot snapshot) {
    StringBuilder lines = new StringBuilder(HEAD);
    RecordWriter.write("", snapshot, lines);
    return lines.toString();
  }

  /**
   * What was written.
   *
   * @throws IllegalArgumentException with a message for people if it is none, or of another version
   */
  public static Snapshot read(String text) {
    if (!text.startsWith(HEAD)) {
      throw new IllegalArgumentException("another version of Penstock is in that JVM");
    }
    TreeMap<String, String> lines = new TreeMap<>();
    for (String line : text.substring(HEAD.length()).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        lines.put(line.substring(0, equals), RecordWriter.unescaped(line.substring(equals + 1)));
      }
    }
    try {
      return RecordReader.read(Snapshot.class, lines);
    } catch (ReflectiveOperationException | RuntimeException unreadable) {
      throw new IllegalArgumentException("another version of Penstock is in that JVM", unreadable);
    }
  }
}
