package dev.penstock.instrument.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Encodes when a client may call again, in the messages of the package google.rpc. */
public final class RetryDetails {
  /*
   * The messages, in the language of Protocol Buffers:
   *
   *   RetryInfo { Duration retry_delay = 1; }       Duration { int64 seconds = 1; }
   *   Status { int32 code = 1; string message = 2; repeated Any details = 3; }
   *   Any { string type_url = 1; bytes value = 2; }
   *
   * The agent contains no library for them, and the application need not have one.
   */
  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;
  private static final int WIRE_TYPE_BITS = 3;
  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD = 0x7f;
  private static final int CONTINUATION = 0x80;

  private RetryDetails() {}

  /** A RetryInfo with a delay. */
  public static byte[] retryInfo(long seconds) {
    ByteArrayOutputStream delay = new ByteArrayOutputStream();
    writeNumber(delay, /* field= */ 1, seconds);
    ByteArrayOutputStream info = new ByteArrayOutputStream();
    writeBytes(info, /* field= */ 1, delay.toByteArray());
    return info.toByteArray();
  }

  /** True if a detail of a Status with this type is a RetryInfo. */
  static boolean isTypeOfRetryInfo(byte[] typeUrl) {
    return new String(typeUrl, UTF_8).endsWith("/google.rpc.RetryInfo");
  }

  /**
   * A Status with a RetryInfo among its details.
   *
   * @param retryInfo the result of {@link #retryInfo}
   */
  public static byte[] status(int code, String message, byte[] retryInfo) {
    ByteArrayOutputStream any = new ByteArrayOutputStream();
    writeBytes(any, /* field= */ 1, RETRY_INFO.getBytes(UTF_8));
    writeBytes(any, /* field= */ 2, retryInfo);
    ByteArrayOutputStream status = new ByteArrayOutputStream();
    writeNumber(status, /* field= */ 1, code);
    writeBytes(status, /* field= */ 2, message.getBytes(UTF_8));
    writeBytes(status, /* field= */ 3, any.toByteArray());
    return status.toByteArray();
  }

  private static void writeNumber(ByteArrayOutputStream out, int field, long number) {
    writeTag(out, field, VARINT);
    writeVarint(out, number);
  }

  private static void writeBytes(ByteArrayOutputStream out, int field, byte[] bytes) {
    writeTag(out, field, LENGTH_DELIMITED);
    writeVarint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void writeTag(ByteArrayOutputStream out, int field, int wireType) {
    writeVarint(out, (field << WIRE_TYPE_BITS) + wireType);
  }

  private static void writeVarint(ByteArrayOutputStream out, long number) {
    long left = number;
    while ((left & ~PAYLOAD) != 0) {
      out.write((int) (left & PAYLOAD) | CONTINUATION);
      left >>>= PAYLOAD_BITS;
    }
    out.write((int) left);
  }
}
