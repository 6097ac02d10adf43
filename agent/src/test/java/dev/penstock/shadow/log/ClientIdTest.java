package dev.penstock.shadow.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientIdTest {
  @Test
  void isEqualForEqualSalts() {
    ClientId here = ClientId.withRandomSalt();
    String salt = Objects.requireNonNull(here.salt());
    assertThat(salt).matches("[0-9a-f]{32}");
    assertThat(ClientId.withSalt(salt).of("user=42"))
        .isEqualTo(here.of("user=42"))
        .matches("[0-9a-f]{16}")
        .isEqualTo(ClientId.toText(here.hashOf("user=42")))
        .isNotEqualTo(here.of("user=43"))
        .isNotEqualTo(ClientId.withRandomSalt().of("user=42"));
  }

  @Test
  void isStableAcrossVersions() {
    assertThat(ClientId.withSalt(LogSample.SALT).of("user=42")).isEqualTo("eca413d234d51d5c");
    assertThat(ClientId.withSecret("hush").of("user=42")).isEqualTo("0659d8bf053bdfd6");
  }

  @Test
  void doesNotRevealTheSecret() {
    assertThat(ClientId.withSecret("hush").salt()).isNull();
    assertThat(ClientId.withSecret("hush").of("user=42"))
        .isEqualTo(ClientId.withSecret("hush").of("user=42"))
        .isNotEqualTo(ClientId.withSecret("Hush").of("user=42"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "0102030405060708090a0b0c0d0e0f1g",
        "000102030405060708090a0b0c0d0e0f00"
      })
  void rejectsAnInvalidSalt(String salt) {
    assertThatIllegalArgumentException().isThrownBy(() -> ClientId.withSalt(salt));
  }
}
