package dev.penstock.rules.config.text;

import org.jspecify.annotations.Nullable;

/** Looks up environment variables for {@code ${env:NAME}}. */
public interface Environment {
  /** The variable's value; null if it is not set. */
  @Nullable String value(String name);
}
