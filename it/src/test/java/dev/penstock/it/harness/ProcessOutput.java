package dev.penstock.it.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the lines that a process writes. */
public final class ProcessOutput {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  public ProcessOutput(InputStream stream, String name) {
    reader = new Thread(() -> collect(stream), name);
    reader.setDaemon(true);
    reader.start();
  }

  public List<String> soFar() {
    return List.copyOf(lines);
  }

  /** Waits for the last line of a process that has ended. */
  public void untilTheEnd() throws InterruptedException {
    reader.join(5_000);
  }

  private void collect(InputStream stream) {
    try (var in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException closed) {
      // The process was destroyed. The lines that it wrote before are kept.
    }
  }
}
