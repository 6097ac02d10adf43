package dev.penstock.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Answers as servers send them, and what is to be learned from each, in words. */
public final class Examples {
  /** When all of them arrive. */
  public static final long NOW = Instant.parse("2026-11-16T08:00:30Z").getEpochSecond() * 1_000_000;

  /** One example a paragraph; its last line says what is learned. */
  private static final String TEXT = read("examples.txt");

  private Examples() {}

  /** One example: the answer, and what is learned from it. */
  public record Example(String answer, String lessons) {}

  public static List<Example> all() {
    return Arrays.stream(TEXT.split("\n\n", -1))
        .map(example -> example.split("(?m)^= ", -1))
        .map(parts -> new Example(parts[0], parts[1].strip()))
        .toList();
  }

  private static String read(String name) {
    try (InputStream in = Examples.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
