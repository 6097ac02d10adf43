package testapp;

/** A binary body of 100 kB that contains every byte value and must arrive unchanged. */
public final class Content {
  public static final String ETAG = "\"content-1\"";
  public static final String TYPE = "application/octet-stream";

  private static final int SIZE = 100_000;

  private Content() {}

  public static byte[] bytes() {
    byte[] bytes = new byte[SIZE];
    for (int n = 0; n < SIZE; n++) {
      bytes[n] = (byte) (n * 31 + n / 256);
    }
    return bytes;
  }
}
