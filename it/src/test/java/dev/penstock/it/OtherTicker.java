package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import fixture.SetClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** Another clock in the place of the one that limits are judged by, in one JVM. */
final class OtherTicker {
  /*
   * The product has no hook for this, and needs none: an agent in front of it swaps one class of it
   * for another of the same name while it is loaded.
   */
  private OtherTicker() {}

  /** Puts such a class, given as source, into a JVM that is about to be started. */
  static Launch in(Launch launch, String source) {
    Path agent =
        FixtureJar.of(
            SetClock.class,
            launch.folder(),
            Map.of("Premain-Class", SetClock.class.getName()),
            List.of(compiled(launch.folder(), source)));
    return launch.agentInFront(agent.toString());
  }

  private static Path compiled(Path folder, String text) {
    try {
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
      return folder.resolve("dev/penstock/store/Ticker.class");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
