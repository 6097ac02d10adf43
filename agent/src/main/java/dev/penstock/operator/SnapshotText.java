package dev.penstock.operator;

import dev.penstock.telemetry.Snapshot;
import java.util.TreeMap;

/** Converts snapshots to text and back, to send them to another JVM. */
public final class SnapshotText {
  /*
   * Paths consist of the names of record components, so new components are included:
   *
   *   penstock snapshot 1
   *   setting.mode=ENFORCE
   *   rules=2
   *   rules.0.name=api
   *   rules.0.requests.ADMITTED=17
   *
   * The reader ignores unknown paths and uses defaults for missing ones. The number in the first line
   * grows when a name changes its meaning.
   */
  private static final String HEAD = "penstock snapshot 1\n";

  private SnapshotText() {}

  public static String of(Snapshot snapshot) {
    StringBuilder lines = new StringBuilder(HEAD);
    RecordWriter.write("", snapshot, lines);
    return lines.toString();
  }

  /**
   * Parses the text of a snapshot.
   *
   * @throws IllegalArgumentException with a message for the operator if the text has another
   *     version
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
