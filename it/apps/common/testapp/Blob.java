package testapp;

/** A binary body of 100 kB that is the same in every app and every run. */
public final class Blob {
  /** Its entity tag, quotes included. */
  public static final String ETAG = "\"blob-1\"";

  private static final int SIZE = 100_000;

  private Blob() {}

  /** A fresh copy. */
  public static byte[] bytes() {
    byte[] bytes = new byte[SIZE];
    for (int n = 0; n < SIZE; n++) {
      bytes[n] = (byte) (n * 31 + n / 251);
    }
    return bytes;
  }
}
