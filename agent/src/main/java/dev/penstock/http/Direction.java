package dev.penstock.http;

/** Which way a call goes. */
public enum Direction {
  /** It comes in, from a client to the application. */
  INBOUND("inbound"),
  /** It goes out, from the application to somebody else. */
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
