package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.connection.MalformedReplies;
import dev.penstock.store.redis.connection.RedisConnections;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that violates the protocol or replies late. */
class MisbehavingServerTest {
  private final RedisFixture fixture = new RedisFixture();

  /** The response of a server to an echo command. */
  private interface EchoBehavior {
    /** Writes a reply; false closes the connection. */
    boolean respond(String argument, OutputStream out) throws IOException;
  }

  private static boolean reply(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    return true;
  }

  private static String echo(String argument) {
    return "*1\r\n$" + argument.length() + "\r\n" + argument + "\r\n";
  }

  @AfterEach
  void allConnectionThreadsEnd() {
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  @Test
  void aReplyInManyPiecesIsReadAsOne() throws IOException {
    Random random = new Random(1);
    EchoBehavior byteByByte =
        (argument, out) -> {
          for (char part : echo(argument).toCharArray()) {
            reply(out, "" + part);
            if (random.nextInt(8) == 0) {
              RedisFixture.await("the delay is over", new ResponseDelay(2)::isOver);
            }
          }
          return true;
        };
    try (EchoServer server = new EchoServer(byteByByte);
        RedisClient redis =
            RedisConnections.open(server.address(), RedisFixture.PATIENT_MICROS, fixture.log)) {
      for (int i = 0; i < 20; i++) {
        assertThat(RecordingCall.echo("piece" + i).sentTo(redis).outcome())
            .isEqualTo("[piece" + i + "]");
      }
    }
  }

  @Test
  void anIncompleteReplyCountsAsNoReply() throws IOException {
    EchoBehavior incomplete = (argument, out) -> reply(out, "*1\r\n$100\r\nhalf");
    try (EchoServer server = new EchoServer(incomplete);
        RedisClient redis = RedisConnections.open(server.address(), 100_000, fixture.log)) {
      assertThat(firstOutcomeOtherThan(redis, "AWAY")).isEqualTo("TOO_LATE");
      // The first call may time out while it connects. Later calls have to open the breaker.
      RedisFixture.await(
          "the breaker is open",
          () -> {
            assertThat(RecordingCall.echo("x").sentTo(redis).outcome()).isIn("AWAY", "TOO_LATE");
            return !redis.health().answering();
          });
    }
  }

  @Test
  void closingTheConnectionInABatchCompletesAllCalls() throws IOException, InterruptedException {
    EchoBehavior closesAtFive =
        (argument, out) -> !argument.equals("5") && reply(out, echo(argument));
    try (EchoServer server = new EchoServer(closesAtFive);
        RedisClient redis =
            RedisConnections.open(server.address(), RedisFixture.PATIENT_MICROS, fixture.log)) {
      List<RecordingCall> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RecordingCall call = RecordingCall.echo("" + i);
        all.add(call);
        redis.send(call);
      }
      for (int i = 0; i < 10; i++) {
        String outcome = all.get(i).awaitOutcome();
        assertThat(outcome).isIn(i < 5 ? List.of("[" + i + "]") : List.of("TOO_LATE", "AWAY"));
        assertThat(all.get(i).completions()).isEqualTo(1);
      }
      assertThat(redis.health().opened()).isEqualTo(1);
    }
  }

  @Test
  void anInvalidReplyFailsTheCallAndClosesTheConnection() throws IOException {
    EchoBehavior invalid =
        (argument, out) -> reply(out, argument.equals("odd") ? "what?\r\n" : echo(argument));
    try (EchoServer server = new EchoServer(invalid);
        RedisClient redis =
            RedisConnections.open(server.address(), RedisFixture.PATIENT_MICROS, fixture.log)) {
      RedisFixture.awaitReply(redis);
      assertThat(RecordingCall.echo("odd").sentTo(redis).outcome()).isEqualTo("UNREADABLE");
      assertThat(redis.health().opened()).isEqualTo(1);
      RedisFixture.awaitReply(redis);
    }
  }

  @Test
  void anUnreadableReplyNeverShiftsLaterReplies() throws IOException, InterruptedException {
    List<String> bad = List.copyOf(MalformedReplies.scalarsAndBrokenProtocol());
    Random random = new Random(11);
    EchoBehavior sometimesUnreadable =
        (argument, out) ->
            reply(
                out,
                random.nextInt(10) == 0 ? bad.get(random.nextInt(bad.size())) : echo(argument));
    try (EchoServer server = new EchoServer(sometimesUnreadable);
        RedisClient redis =
            RedisConnections.open(server.address(), RedisFixture.PATIENT_MICROS, fixture.log)) {
      int unreadable = 0;
      for (int batch = 0; unreadable < 4; batch++) {
        RedisFixture.await("the breaker is closed", () -> redis.health().answering());
        List<RecordingCall> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          all.add(RecordingCall.echo("q" + batch + "-" + i));
          redis.send(all.get(i));
        }
        for (int i = 0; i < 20; i++) {
          String outcome = all.get(i).awaitOutcome();
          assertThat(outcome).isIn("[q" + batch + "-" + i + "]", "AWAY", "TOO_LATE", "UNREADABLE");
          assertThat(all.get(i).completions()).isEqualTo(1);
          unreadable += outcome.equals("UNREADABLE") ? 1 : 0;
        }
      }
      assertThat(redis.health().errors()).isEqualTo(unreadable);
    }
  }

  @Test
  void repliesAtRandomTimesNeverReachAnotherCall() throws IOException {
    Random random = new Random(7);
    EchoBehavior sometimesLate =
        (argument, out) -> {
          RedisFixture.await(
              "the delay is over", new ResponseDelay(random.nextInt(40) == 0 ? 60 : 0)::isOver);
          return reply(out, echo(argument));
        };
    try (EchoServer server = new EchoServer(sometimesLate);
        RedisClient redis = RedisConnections.open(server.address(), 30_000, fixture.log)) {
      int replies = 0;
      for (int i = 0; i < 3_000 || (replies < 20 && i < 100_000); i++) {
        RecordingCall call = RecordingCall.echo("q" + i).sentTo(redis);
        assertThat(call.outcome()).isIn("[q" + i + "]", "AWAY", "TOO_LATE");
        replies += call.outcome().startsWith("[") ? 1 : 0;
        if (call.outcome().equals("AWAY")) {
          RedisFixture.await("the delay is over", new ResponseDelay(1)::isOver);
        }
      }
      assertThat(replies).isGreaterThanOrEqualTo(20);
      assertThat(redis.health().late()).isPositive();
    }
  }

  private static String firstOutcomeOtherThan(RedisClient redis, String other) {
    String[] outcome = {other};
    RedisFixture.await(
        "another outcome",
        () -> {
          outcome[0] = RecordingCall.echo("x").sentTo(redis).outcome();
          return !outcome[0].equals(other);
        });
    return outcome[0];
  }

  /** A time after which the server continues. */
  private static final class ResponseDelay {
    private final long endNanos;

    ResponseDelay(long millis) {
      endNanos = System.nanoTime() + millis * 1_000_000;
    }

    boolean isOver() {
      return System.nanoTime() - endNanos >= 0;
    }
  }

  /** Implements just enough of the protocol: replies to the handshake, and echoes. */
  private static final class EchoServer implements AutoCloseable {
    private final ServerSocket socket =
        new ServerSocket(0, /* backlog= */ 50, InetAddress.getLoopbackAddress());
    private final EchoBehavior behavior;

    EchoServer(EchoBehavior behavior) throws IOException {
      this.behavior = behavior;
      Thread thread = new Thread(this::run, "fake-redis");
      thread.setDaemon(true);
      thread.start();
    }

    RedisAddress address() {
      return RedisFixture.address(socket.getLocalPort());
    }

    private void run() {
      while (!socket.isClosed()) {
        try (Socket client = socket.accept()) {
          serve(client);
        } catch (IOException closed) {
          // The client may connect again.
        }
      }
    }

    private void serve(Socket client) throws IOException {
      var in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      OutputStream out = client.getOutputStream();
      boolean isOpen = true;
      while (isOpen) {
        List<String> command = read(in);
        isOpen =
            !command.isEmpty()
                && switch (command.get(0)) {
                  case "PING" -> reply(out, "+PONG\r\n");
                  case "EVAL", "EVALSHA" -> behavior.respond(command.get(command.size() - 1), out);
                  default -> reply(out, "+OK\r\n");
                };
      }
    }

    private static List<String> read(BufferedReader in) throws IOException {
      List<String> parts = new ArrayList<>();
      String head = in.readLine();
      int count = head == null ? 0 : Integer.parseInt(head.substring(1));
      for (int i = 0; i < count && in.readLine() != null; i++) {
        parts.add(in.readLine());
      }
      return parts;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
