package dev.penstock.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Responses of real servers, each with the limits that it announces, as text. */
public final class ExampleResponses {
  /** The time at which all responses arrive. */
  public static final long NOW = Instant.parse("2026-11-16T08:00:30Z").getEpochSecond() * 1_000_000;

  /** Each paragraph is an example; its last line has the announced limits. */
  private static final String TEXT = read("examples.txt");

  private ExampleResponses() {}

  /** A response, and the limits that it announces. */
  public record ExampleResponse(String response, String limits) {}

  public static List<ExampleResponse> all() {
    return Arrays.stream(TEXT.split("\n\n", -1))
        .map(example -> example.split("(?m)^= ", -1))
        .map(parts -> new ExampleResponse(parts[0], parts[1].strip()))
        .toList();
  }

  private static String read(String name) {
    try (InputStream in = ExampleResponses.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
