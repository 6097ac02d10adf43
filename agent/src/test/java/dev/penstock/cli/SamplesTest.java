package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.config.ConfigFile;
import dev.penstock.config.Parsed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files in {@code config-samples} and the one that {@code init} writes. */
class SamplesTest {
  private static final File SAMPLES = new File("../config-samples");

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleIsValid(File sample) {
    assertThat(ConfigFile.read(sample, name -> null))
        .isInstanceOfSatisfying(Parsed.Good.class, good -> assertThat(good.warnings()).isEmpty());
  }

  static Stream<File> samples() {
    return Stream.of(
        Objects.requireNonNull(SAMPLES.listFiles((dir, name) -> name.endsWith(".yaml"))));
  }

  @Test
  void theStarterAmongTheSamplesIsTheOneThatInitWrites() throws IOException {
    assertThat(Files.readString(new File(SAMPLES, "starter.yaml").toPath()))
        .isEqualTo(Resources.starter());
  }

  @Test
  void whatTheStarterHasInCommentsIsValidToo() {
    String uncommented = Resources.starter().replaceAll("(?m)^( *)# ( *[a-z-]+:( .*)?)$", "$1$2");
    assertThat(ConfigFile.parse("starter.yaml", uncommented, name -> null))
        .isInstanceOfSatisfying(
            Parsed.Good.class,
            good -> {
              assertThat(good.rules().rules()).extracting("name").contains("login", "search");
              assertThat(good.rules().clientAddress().trustedProxies()).hasSize(1);
            });
  }
}
