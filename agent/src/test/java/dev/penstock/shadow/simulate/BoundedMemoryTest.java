package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the rules file bounds the memory, for any number of clients in a log. */
class BoundedMemoryTest {
  private static final int CLIENTS = Repetitions.of(1_000_000, 3_000_000);
  private static final int MOST_KEYS = 1_000;

  @Test
  void keepsAtMostMaxKeys() throws IOException {
    Simulator simulator =
        simulator("{ match: /**, key: ip, rate: 10/h, algorithm: sliding-window }");
    ManyClientsLog crowd = new ManyClientsLog(/* perSecond= */ 100_000, simulator);

    simulator.replay(LogInput.STDIN, crowd, LogFormat.COMMON);

    assertThat(simulator.report().requests()).isEqualTo(CLIENTS);
    // One more for the bucket that all further clients share.
    assertThat(crowd.mostKeys).isBetween((long) MOST_KEYS, MOST_KEYS + 1L);
    assertThat(simulator.report().rejected()).isGreaterThan(CLIENTS - 5 * MOST_KEYS);
    assertThat(simulator.report().mostRejected()).hasSize(10);
    assertThat(simulator.report().caveats().overflows()).isEqualTo(CLIENTS - MOST_KEYS);
  }

  @Test
  void removesClientsWithoutCounts() throws IOException {
    Simulator simulator = simulator("{ match: /**, key: ip, rate: 10/s, algorithm: token-bucket }");
    ManyClientsLog crowd = new ManyClientsLog(/* perSecond= */ 10, simulator);

    simulator.replay(LogInput.STDIN, crowd, LogFormat.COMMON);

    assertThat(simulator.report().rejected()).isZero();
    assertThat(crowd.mostKeys).isLessThan(MOST_KEYS);
  }

  private static Simulator simulator(String rule) {
    return new Simulator(
        ReplayedLog.file(
            "store: { max-keys: "
                + MOST_KEYS
                + " }\npreflights: unlimited\ninbound: { a: "
                + rule
                + " }",
            null),
        new ShownClients(/* showsKeys= */ false),
        /* clientKeys= */ List.of(),
        /* decisions= */ null,
        SimulationProgress.NONE);
  }

  /** A generated log in which every line has another client. */
  private static final class ManyClientsLog extends InputStream {
    private final int perSecond;
    private final Simulator simulator;
    private byte[] lines = {};
    private int at;
    private int next;
    long mostKeys;

    ManyClientsLog(int perSecond, Simulator simulator) {
      this.perSecond = perSecond;
      this.simulator = simulator;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] into, int from, int length) {
      if (at == lines.length) {
        mostKeys = Math.max(mostKeys, simulator.liveKeys());
        lines = someLines();
        at = 0;
      }
      int read = Math.min(length, lines.length - at);
      System.arraycopy(lines, at, into, from, read);
      at += read;
      return read == 0 ? -1 : read;
    }

    private byte[] someLines() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 500 && next < CLIENTS; i++, next++) {
        int second = next / perSecond;
        text.append("10.").append(next >> 16).append('.').append(next >> 8 & 255).append('.');
        text.append(next & 255).append(" - - [").append(two(1 + second / 86_400));
        text.append("/Oct/2026:").append(two(second / 3600 % 24)).append(':');
        text.append(two(second / 60 % 60)).append(':').append(two(second % 60));
        text.append(" +0000] \"GET / HTTP/1.1\" 200 5\n");
      }
      return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String two(int number) {
      return (number < 10 ? "0" : "") + number;
    }
  }
}
