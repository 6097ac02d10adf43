package dev.penstock.rules.config.text;

import org.jspecify.annotations.Nullable;

/** Where {@code ${env:NAME}} is looked up. */
public interface Environment {
  /** The variable's value; null if it is not set. */
  @Nullable String value(String name);
}
