package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.ConsoleSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests opening, moving and closing the console. */
class ConsoleTest {
  private static final ConsoleSettings ANYWHERE = new ConsoleSettings("127.0.0.1", 0, null);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Console console =
      new Console(new FakeControls(), snapshot -> "", OpenConsole.LIMITS, OpenConsole.logTo(out));

  @AfterEach
  void close() {
    console.apply(null);
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("penstock-console"))
        .toList();
  }

  private static void awaitNoThreads() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    for (Thread thread : threads()) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
    }
    assertThat(threads()).isEmpty();
  }

  private String log() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private int port() {
    return URI.create(Objects.requireNonNull(console.url())).getPort();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  @Test
  void aClosedConsoleHasNoThreadAndNoAddress() throws InterruptedException {
    awaitNoThreads();
    console.apply(null);
    assertThat(threads()).isEmpty();
    assertThat(console.url()).isNull();
    assertThat(log()).isEmpty();
  }

  @Test
  void threadsAreDaemonsWithoutAClassLoader() throws Exception {
    console.apply(ANYWHERE);
    ConsoleClient.exchange(port(), "GET / HTTP/1.1\r\nHost: localhost:" + port() + "\r\n\r\n");
    assertThat(threads())
        .isNotEmpty()
        .allSatisfy(
            thread -> {
              assertThat(thread.isDaemon()).isTrue();
              assertThat(thread.getContextClassLoader()).isNull();
            });
  }

  @Test
  void closingFreesThePortAndThreads() throws Exception {
    console.apply(ANYWHERE);
    int port = port();
    ConsoleClient.exchange(port, "GET / HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n");
    try (ConsoleClient waiting = new ConsoleClient(port)) {
      waiting.send("GET");
      console.apply(null);
      assertThat(waiting.isClosedByServer()).isTrue();
    }
    assertThat(isFree(port)).isTrue();
    awaitNoThreads();
    assertThat(console.url()).isNull();
    assertThat(log())
        .isEqualTo(
            """
            penstock: the console is at http://127.0.0.1:%d/
            penstock: the console is closed
            """
                .formatted(port));
  }

  @Test
  void aPortInUseIsLoggedOnceAndRetried() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
      for (int i = 0; i < 3; i++) {
        console.apply(new ConsoleSettings("127.0.0.1", port, null));
        assertThat(console.url()).isNull();
      }
    }
    console.apply(new ConsoleSettings("127.0.0.1", port, null));
    assertThat(port()).isEqualTo(port);
    String address = "127.0.0.1:" + port;
    assertThat(log())
        .isEqualTo(
            """
            penstock: warning: cannot open the console at %s: %s. Retrying until the port is free.
            penstock: the console is at http://%s/
            """
                .formatted(address, "Address already in use", address));
  }

  @Test
  void anUnknownHostIsNotFatal() {
    console.apply(new ConsoleSettings("no such host", 0, "x"));
    assertThat(console.url()).isNull();
    assertThat(log())
        .isEqualTo(
            "penstock: warning: cannot open the console at no such host:0: unknown host no such"
                + " host. Retrying until the port is free.\n");
  }

  @Test
  void staysOpenWithUnchangedSettings() {
    console.apply(ANYWHERE);
    int port = port();
    console.apply(new ConsoleSettings("127.0.0.1", 0, null));
    assertThat(port()).isEqualTo(port);
  }

  @Test
  void movesToAnotherHostAndKeepsItsGeneratedToken() {
    console.apply(ANYWHERE);
    String before = Objects.requireNonNull(console.url());
    int port = port();
    console.apply(new ConsoleSettings("localhost", 0, null));
    String after = Objects.requireNonNull(console.url());
    assertThat(isFree(port)).isTrue();
    String token = before.substring(before.indexOf('#'));
    assertThat(token).matches("#token=[A-Za-z0-9_-]{24}");
    assertThat(after).endsWith(token);
  }

  @Test
  void aConfiguredTokenIsEncodedForTheUrl() {
    console.apply(new ConsoleSettings("0.0.0.0", 0, "a b+c&d=\u00e9#"));
    assertThat(console.url())
        .isEqualTo("http://127.0.0.1:" + port() + "/#token=a%20b%2Bc%26d%3D%C3%A9%23");
    assertThat(log()).doesNotContain("a b").doesNotContain("token");
  }

  @Test
  void twoConsolesHaveDifferentTokens() {
    assertThat(TokenText.random()).isNotEqualTo(TokenText.random());
  }
}
