package dev.penstock.log;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A log that keeps its lines for a test. */
public final class RecordedLog {
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(lines, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  public AgentLog log() {
    return log;
  }

  /** Returns all lines so far, with LF as the separator. */
  public String text() {
    return lines.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
