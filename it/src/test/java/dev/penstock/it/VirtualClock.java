package dev.penstock.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The clock that the limits of one JVM are judged by, set by the test. */
final class VirtualClock {
  /*
   * The time lies in a file that both processes have mapped, so that whoever has set it can send
   * the next request at once.
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

  /** Puts such a clock into a JVM that is about to be started; it stands until it is set. */
  static VirtualClock in(Launch launch, long micros) {
    Path file = launch.folder().resolve("clock");
    OtherTicker.in(launch, TICKER).jvm("-Dfixture.clock=" + file);
    VirtualClock clock = new VirtualClock(map(file));
    clock.set(micros);
    return clock;
  }

  /** From now on it is so many microseconds after the start of 1970. */
  void set(long micros) {
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
