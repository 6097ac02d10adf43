package dev.penstock.rules.config.text;

/** How bad a problem is. */
public enum Severity {
  /** The file cannot be used. */
  ERROR("error"),
  /** The file can be used, but probably does not do what was meant. */
  WARNING("warning");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
