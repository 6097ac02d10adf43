package dev.penstock.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A clock for the limits of one JVM that the test sets. */
public final class VirtualClock {
  /*
   * The time is in a file that both processes map into memory, so a test can send the next request
   * right after it has set the time.
   */
  private static final String TICKER =
      """
      package dev.penstock.store;

      import java.io.IOException;
      import java.io.UncheckedIOException;
      import java.lang.invoke.MethodHandles;
      import java.lang.invoke.VarHandle;
      import java.nio.ByteOrder;
      import java.nio.MappedByteBuffer;
      import java.nio.channels.FileChannel;
      import java.nio.file.Path;

      public interface Ticker {
        VarHandle LONGS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        long micros();

        static Ticker system() {
          try (FileChannel file = FileChannel.open(Path.of(System.getProperty("fixture.clock")))) {
            MappedByteBuffer time = file.map(FileChannel.MapMode.READ_ONLY, 0, Long.BYTES);
            return () -> (long) LONGS.getVolatile(time, 0);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      }
      """;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final MappedByteBuffer time;

  private VirtualClock(MappedByteBuffer time) {
    this.time = time;
  }

  /** Adds the clock to a JVM before it starts. The time changes only when the test sets it. */
  public static VirtualClock in(Launch launch, long micros) {
    Path file = launch.folder().resolve("clock");
    TickerReplacement.in(launch, TICKER).jvm("-Dfixture.clock=" + file);
    VirtualClock clock = new VirtualClock(map(file));
    clock.set(micros);
    return clock;
  }

  /** Sets the time, in microseconds since 1970. */
  public void set(long micros) {
    LONGS.setVolatile(time, 0, micros);
  }

  private static MappedByteBuffer map(Path file) {
    try (var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
