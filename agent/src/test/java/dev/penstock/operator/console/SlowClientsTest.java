package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks that slow or hostile clients use few resources of the console and are disconnected. */
class SlowClientsTest {
  private static final String PEEK = "{\"rule\":\"api\",\"key\":\"user=42\"}";

  /** The default number of connections, but with timeouts longer than the test. */
  private static final ConsoleLimits LONG_TIMEOUTS =
      new ConsoleLimits(64, 4, 32, 120_000, 120_000, 1);

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("penstock-console"))
        .count();
  }

  private static void closeAll(List<ConsoleClient> clients) throws IOException {
    for (ConsoleClient client : clients) {
      client.close();
    }
  }

  @Test
  void silentClientsDoNotBlockOthersOrThreads() throws IOException {
    List<ConsoleClient> silent = new ArrayList<>();
    try (OpenConsole console = new OpenConsole("127.0.0.1", LONG_TIMEOUTS)) {
      for (int i = 0; i < 200; i++) {
        ConsoleClient client = new ConsoleClient(console.port());
        client.send(
            i % 2 == 0 ? "GET /" : console.head("POST /api/mode") + "Content-Length: 9\r\n");
        silent.add(client);
        if (i % 20 == 0) {
          assertThat(ConsoleClient.status(console.get("/api/snapshot"))).isEqualTo(200);
        }
      }
      assertThat(ConsoleClient.status(console.postWithToken("/api/mode", "{\"mode\":\"off\"}")))
          .isEqualTo(200);
      assertThat(threads()).isLessThanOrEqualTo(1 + LONG_TIMEOUTS.workers());
      // The oldest connections are closed, the youngest are still open.
      assertThat(silent.get(0).isClosedByServer()).isTrue();
      assertThat(silent.get(199).hasResponse()).isFalse();
    } finally {
      closeAll(silent);
    }
  }

  @Test
  void aTricklingRequestIsDisconnected() throws Exception {
    ConsoleLimits hasty = new ConsoleLimits(64, 4, 32, /* requestMillis= */ 300, 30_000, 1);
    try (OpenConsole console = new OpenConsole("127.0.0.1", hasty);
        ConsoleClient trickling = new ConsoleClient(console.port())) {
      CountDownLatch never = new CountDownLatch(1);
      boolean cutOff = false;
      for (int i = 0; i < 1_000 && !cutOff; i++) {
        try {
          trickling.send("G");
          never.await(20, TimeUnit.MILLISECONDS);
        } catch (SocketException reset) {
          cutOff = true;
        }
      }
      assertThat(cutOff).isTrue();
      assertThat(ConsoleClient.status(console.get("/metrics"))).isEqualTo(200);
    }
  }

  @Test
  void aClientThatDoesNotReadIsDisconnected() throws Exception {
    ConsoleLimits hasty = new ConsoleLimits(64, 1, 32, 30_000, /* responseMillis= */ 1_000, 1);
    String much = "x".repeat(30_000_000);
    try (OpenConsole console = new OpenConsole("127.0.0.1", hasty, much);
        ConsoleClient lazy = new ConsoleClient(console.port())) {
      lazy.send(console.head("GET /metrics") + "\r\n");
      assertThat(ConsoleClient.status(console.get("/"))).isEqualTo(200);
      CountDownLatch never = new CountDownLatch(1);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!lazy.isReset() && System.nanoTime() < end) {
        never.await(50, TimeUnit.MILLISECONDS);
      }
      assertThat(lazy.isReset()).isTrue();
    }
  }

  @Test
  void hugeRequestsAreRejectedWithAResponse() throws IOException {
    try (OpenConsole console = new OpenConsole("127.0.0.1", OpenConsole.LIMITS)) {
      String line = "GET /" + "x".repeat(300_000) + " HTTP/1.1\r\n\r\n";
      assertThat(ConsoleClient.exchange(console.port(), line))
          .startsWith("HTTP/1.1 414 URI Too Long\r\n");
      String fields = console.head("GET /") + "X: " + "x".repeat(300_000) + "\r\n\r\n";
      assertThat(ConsoleClient.exchange(console.port(), fields))
          .startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n");
      assertThat(console.postWithToken("/api/mode", "x".repeat(300_000)))
          .startsWith("HTTP/1.1 413 Content Too Large\r\n");
      assertThat(console.controls.actions()).isEmpty();
    }
  }

  @Test
  void slowKeyLookupsDoNotDelayTheKillSwitch() throws Exception {
    CountDownLatch started = new CountDownLatch(2);
    CountDownLatch released = new CountDownLatch(1);
    List<Thread> peeking = new ArrayList<>();
    try (OpenConsole console = new OpenConsole("127.0.0.1", LONG_TIMEOUTS)) {
      console.controls.beforePeek = () -> await(started, released);
      for (int i = 0; i < 2; i++) {
        Thread thread = new Thread(() -> peek(console));
        thread.start();
        peeking.add(thread);
      }
      started.await();
      assertThat(ConsoleClient.status(console.postWithToken("/api/keys/peek", PEEK)))
          .isEqualTo(503);
      assertThat(ConsoleClient.status(console.postWithToken("/api/mode", "{\"mode\":\"off\"}")))
          .isEqualTo(200);
      released.countDown();
      for (Thread thread : peeking) {
        thread.join();
      }
      assertThat(console.controls.actions())
          .containsExactly("all OFF by console", "peek api user=42", "peek api user=42");
    }
  }

  private static void await(CountDownLatch started, CountDownLatch released) {
    started.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void peek(OpenConsole console) {
    try {
      console.postWithToken("/api/keys/peek", PEEK);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
