package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import org.jspecify.annotations.Nullable;

/** Parses {@code secret}, with which keys are hashed. Messages never contain its value. */
final class SecretParser {
  private static final int SHORTEST = 16;

  private SecretParser() {}

  /** The secret; null if there is none. Reports a secret that is too short. */
  static @Nullable String parse(@Nullable LocatedText text) {
    if (text == null) {
      return null;
    }
    int length = text.value().codePointCount(0, text.value().length());
    if (length < SHORTEST) {
      text.error(
          "a secret must have at least " + SHORTEST + " characters, was " + length,
          "use a long random secret from an environment variable: `secret: ${env:NAME}`");
    }
    return text.value();
  }
}
