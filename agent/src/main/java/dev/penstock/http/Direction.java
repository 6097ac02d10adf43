package dev.penstock.http;

/** The direction of a call. */
public enum Direction {
  /** From a client to the application. */
  INBOUND("inbound"),
  /** From the application to a remote server. */
  OUTBOUND("outbound");

  private final String word;

  Direction(String word) {
    this.word = word;
  }

  /** Its name in rules files and in the log. */
  public String word() {
    return word;
  }
}
