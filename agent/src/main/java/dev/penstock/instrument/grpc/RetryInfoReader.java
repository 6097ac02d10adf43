package dev.penstock.instrument.grpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads when a client may call again from the messages that {@link RetryDetails} describes. */
public final class RetryInfoReader {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int WIRE_TYPE_BITS = 3;
  private static final int WIRE_TYPE = 0x7;
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED_32 = 5;
  private static final int MAX_VARINT_BITS = 63;

  private final byte[] message;
  private int at;

  private RetryInfoReader(byte[] message) {
    this.message = message;
  }

  /** A field of a message: a number or bytes. */
  private static final class Field {
    final int number;
    final long value;
    final byte @Nullable [] bytes;

    Field(int number, long value, byte @Nullable [] bytes) {
      this.number = number;
      this.value = value;
      this.bytes = bytes;
    }
  }

  /** The delay in a RetryInfo; -1 if it has none. */
  public static long delayMillis(byte[] retryInfo) {
    for (Field delay : fields(retryInfo)) {
      if (delay.number == 1 && delay.bytes != null) {
        return durationMillis(delay.bytes);
      }
    }
    return -1;
  }

  /** The delay in the RetryInfo among the details of a Status; -1 if there is none. */
  public static long delayMillisOfStatus(byte[] status) {
    for (Field detail : fields(status)) {
      if (detail.number == 3 && detail.bytes != null) {
        long millis = delayMillisOfDetail(fields(detail.bytes));
        if (millis >= 0) {
          return millis;
        }
      }
    }
    return -1;
  }

  private static long delayMillisOfDetail(List<Field> detail) {
    boolean isRetryInfo = false;
    long millis = -1;
    for (Field each : detail) {
      if (each.number == 1 && each.bytes != null) {
        isRetryInfo = RetryDetails.isTypeOfRetryInfo(each.bytes);
      } else if (each.number == 2 && each.bytes != null) {
        millis = delayMillis(each.bytes);
      }
    }
    return isRetryInfo ? millis : -1;
  }

  private static long durationMillis(byte[] duration) {
    long millis = 0;
    for (Field each : fields(duration)) {
      if (each.number == 1) {
        millis += Math.min(each.value, Integer.MAX_VALUE) * MILLIS_PER_SECOND;
      } else if (each.number == 2) {
        millis += each.value / NANOS_PER_MILLI;
      }
    }
    return millis;
  }

  /** The fields of a message; those before an error, if it is malformed. */
  private static List<Field> fields(byte[] message) {
    RetryInfoReader reader = new RetryInfoReader(message);
    List<Field> fields = new ArrayList<>();
    for (Field next = reader.next(); next != null; next = reader.next()) {
      fields.add(next);
    }
    return fields;
  }

  private @Nullable Field next() {
    if (at >= message.length) {
      return null;
    }
    long tag = varint();
    int number = (int) (tag >>> WIRE_TYPE_BITS);
    return switch ((int) (tag & WIRE_TYPE)) {
      case VARINT -> new Field(number, varint(), /* bytes= */ null);
      case FIXED_64 -> bytes(number, Long.BYTES);
      case LENGTH_DELIMITED -> bytes(number, varint());
      case FIXED_32 -> bytes(number, Integer.BYTES);
      default -> null;
    };
  }

  private @Nullable Field bytes(int number, long length) {
    if (length < 0 || length > message.length - at) {
      return null;
    }
    byte[] bytes = new byte[(int) length];
    System.arraycopy(message, at, bytes, 0, bytes.length);
    at += bytes.length;
    return new Field(number, /* value= */ 0, bytes);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < MAX_VARINT_BITS && at < message.length; shift += 7) {
      byte next = message[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    return value;
  }
}
