package dev.penstock.rules.config.text;

/** The severity of a problem. */
public enum Severity {
  /** The file cannot be used. */
  ERROR("error"),
  /** The file can be used, but probably does not do what its author intended. */
  WARNING("warning");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
