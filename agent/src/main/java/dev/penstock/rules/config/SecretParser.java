package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import org.jspecify.annotations.Nullable;

/** Reads {@code secret}: what keys are hashed with. Its value is never part of a message. */
final class SecretParser {
  private static final int SHORTEST = 16;

  private SecretParser() {}

  /** The secret; null if there is none. One that is too short is a problem. */
  static @Nullable String parse(@Nullable LocatedText text) {
    if (text == null) {
      return null;
    }
    int length = text.value().codePointCount(0, text.value().length());
    if (length < SHORTEST) {
      text.error(
          "a secret has at least " + SHORTEST + " characters, was " + length,
          "take a long random one from a variable: `secret: ${env:NAME}`");
    }
    return text.value();
  }
}
