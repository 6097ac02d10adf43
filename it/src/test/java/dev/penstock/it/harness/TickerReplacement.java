package dev.penstock.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import fixture.ReplaceTicker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.ToolProvider;

/** Replaces the clock that Penstock's limits use in one JVM. */
final class TickerReplacement {
  /*
   * The product needs no hook for this: an agent that starts before it replaces the class Ticker
   * when that class is loaded.
   */
  private static final Map<String, byte[]> COMPILED = new ConcurrentHashMap<>();

  private TickerReplacement() {}

  /** Adds the clock, given as Java source of {@code Ticker}, to a JVM before it starts. */
  static Launch in(Launch launch, String source) {
    Path agent =
        FixtureJar.of(
            ReplaceTicker.class,
            launch.folder(),
            Map.of("Premain-Class", ReplaceTicker.class.getName()),
            List.of(compiled(launch.folder(), source)));
    return launch.agentInFront(agent.toString());
  }

  private static Path compiled(Path folder, String text) {
    try {
      Path file = folder.resolve("Ticker.class");
      byte[] code = COMPILED.get(text);
      if (code == null) {
        code = compile(folder, text);
        COMPILED.put(text, code);
      }
      return Files.write(file, code);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] compile(Path folder, String text) throws IOException {
    Path source = Files.writeString(folder.resolve("Ticker.java"), text);
    int problems =
        ToolProvider.getSystemJavaCompiler()
            .run(
                /* in= */ null,
                /* out= */ null,
                /* err= */ null,
                "--release",
                "17",
                "-d",
                folder.toString(),
                source.toString());
    assertThat(problems).isZero();
    return Files.readAllBytes(folder.resolve("dev/penstock/store/Ticker.class"));
  }
}
