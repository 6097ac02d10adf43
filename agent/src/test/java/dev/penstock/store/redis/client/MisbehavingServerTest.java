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

/** A server that behaves as no Redis should. */
class MisbehavingServerTest {
  private final Links links = new Links();

  /** How a server responds to an echo command. */
  private interface Manners {
    /** Writes a reply; false closes the connection. */
    boolean answer(String argument, OutputStream out) throws IOException;
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
    Links.await("its threads end", () -> links.threads().isEmpty());
  }

  @Test
  void aReplyInManyPiecesIsReadAsOne() throws IOException {
    Random random = new Random(1);
    Manners dribbling =
        (argument, out) -> {
          for (char part : echo(argument).toCharArray()) {
            reply(out, "" + part);
            if (random.nextInt(8) == 0) {
              Links.await("a moment", new Moments(2)::areOver);
            }
          }
          return true;
        };
    try (FakeServer server = new FakeServer(dribbling);
        RedisClient redis =
            RedisConnections.open(server.address(), Links.PATIENT_MICROS, links.log)) {
      for (int i = 0; i < 20; i++) {
        assertThat(RecordingCall.echo("piece" + i).askedOf(redis).outcome())
            .isEqualTo("[piece" + i + "]");
      }
    }
  }

  @Test
  void anIncompleteReplyCountsAsNoReply() throws IOException {
    Manners halfHearted = (argument, out) -> reply(out, "*1\r\n$100\r\nhalf");
    try (FakeServer server = new FakeServer(halfHearted);
        RedisClient redis = RedisConnections.open(server.address(), 100_000, links.log)) {
      assertThat(firstAnswerBut(redis, "AWAY")).isEqualTo("TOO_LATE");
      // The first call may have spent its time on connecting, which is not the server's fault.
      Links.await(
          "it is left alone",
          () -> {
            assertThat(RecordingCall.echo("x").askedOf(redis).outcome()).isIn("AWAY", "TOO_LATE");
            return !redis.health().answering();
          });
    }
  }

  @Test
  void closingTheConnectionInABatchCompletesAllCalls() throws IOException, InterruptedException {
    Manners rude = (argument, out) -> !argument.equals("5") && reply(out, echo(argument));
    try (FakeServer server = new FakeServer(rude);
        RedisClient redis =
            RedisConnections.open(server.address(), Links.PATIENT_MICROS, links.log)) {
      List<RecordingCall> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RecordingCall asked = RecordingCall.echo("" + i);
        all.add(asked);
        redis.send(asked);
      }
      for (int i = 0; i < 10; i++) {
        String outcome = all.get(i).awaited();
        assertThat(outcome).isIn(i < 5 ? List.of("[" + i + "]") : List.of("TOO_LATE", "AWAY"));
        assertThat(all.get(i).times()).isEqualTo(1);
      }
      assertThat(redis.health().opened()).isEqualTo(1);
    }
  }

  @Test
  void anInvalidReplyFailsTheCallAndClosesTheConnection() throws IOException {
    Manners confused =
        (argument, out) -> reply(out, argument.equals("odd") ? "what?\r\n" : echo(argument));
    try (FakeServer server = new FakeServer(confused);
        RedisClient redis =
            RedisConnections.open(server.address(), Links.PATIENT_MICROS, links.log)) {
      Links.awaitAnswer(redis);
      assertThat(RecordingCall.echo("odd").askedOf(redis).outcome()).isEqualTo("UNREADABLE");
      assertThat(redis.health().opened()).isEqualTo(1);
      Links.awaitAnswer(redis);
    }
  }

  @Test
  void anUnreadableReplyNeverShiftsLaterReplies() throws IOException, InterruptedException {
    List<String> bad = List.copyOf(MalformedReplies.scalarsAndBrokenProtocol());
    Random random = new Random(11);
    Manners odd =
        (argument, out) ->
            reply(
                out,
                random.nextInt(10) == 0 ? bad.get(random.nextInt(bad.size())) : echo(argument));
    try (FakeServer server = new FakeServer(odd);
        RedisClient redis =
            RedisConnections.open(server.address(), Links.PATIENT_MICROS, links.log)) {
      int unreadable = 0;
      for (int batch = 0; unreadable < 4; batch++) {
        Links.await("it answers", () -> redis.health().answering());
        List<RecordingCall> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          all.add(RecordingCall.echo("q" + batch + "-" + i));
          redis.send(all.get(i));
        }
        for (int i = 0; i < 20; i++) {
          String outcome = all.get(i).awaited();
          assertThat(outcome).isIn("[q" + batch + "-" + i + "]", "AWAY", "TOO_LATE", "UNREADABLE");
          assertThat(all.get(i).times()).isEqualTo(1);
          unreadable += outcome.equals("UNREADABLE") ? 1 : 0;
        }
      }
      assertThat(redis.health().errors()).isEqualTo(unreadable);
    }
  }

  @Test
  void repliesAtRandomTimesNeverReachAnotherCall() throws IOException {
    Random random = new Random(7);
    Manners moody =
        (argument, out) -> {
          Links.await("a moment", new Moments(random.nextInt(40) == 0 ? 60 : 0)::areOver);
          return reply(out, echo(argument));
        };
    try (FakeServer server = new FakeServer(moody);
        RedisClient redis = RedisConnections.open(server.address(), 30_000, links.log)) {
      int answers = 0;
      for (int i = 0; i < 3_000 || (answers < 20 && i < 100_000); i++) {
        RecordingCall asked = RecordingCall.echo("q" + i).askedOf(redis);
        assertThat(asked.outcome()).isIn("[q" + i + "]", "AWAY", "TOO_LATE");
        answers += asked.outcome().startsWith("[") ? 1 : 0;
        if (asked.outcome().equals("AWAY")) {
          Links.await("a moment", new Moments(1)::areOver);
        }
      }
      assertThat(answers).isGreaterThanOrEqualTo(20);
      assertThat(redis.health().late()).isPositive();
    }
  }

  private static String firstAnswerBut(RedisClient redis, String other) {
    String[] outcome = {other};
    Links.await(
        "another answer",
        () -> {
          outcome[0] = RecordingCall.echo("x").askedOf(redis).outcome();
          return !outcome[0].equals(other);
        });
    return outcome[0];
  }

  /** A period of time. */
  private static final class Moments {
    private final long endNanos;

    Moments(long millis) {
      endNanos = System.nanoTime() + millis * 1_000_000;
    }

    boolean areOver() {
      return System.nanoTime() - endNanos >= 0;
    }
  }

  /** Implements just enough of the protocol: replies to the handshake, and echoes. */
  private static final class FakeServer implements AutoCloseable {
    private final ServerSocket socket =
        new ServerSocket(0, /* backlog= */ 50, InetAddress.getLoopbackAddress());
    private final Manners manners;

    FakeServer(Manners manners) throws IOException {
      this.manners = manners;
      Thread thread = new Thread(this::run, "fake-redis");
      thread.setDaemon(true);
      thread.start();
    }

    RedisAddress address() {
      return Links.address(socket.getLocalPort());
    }

    private void run() {
      while (!socket.isClosed()) {
        try (Socket client = socket.accept()) {
          serve(client);
        } catch (IOException goneAgain) {
          // The next one may stay longer.
        }
      }
    }

    private void serve(Socket client) throws IOException {
      var in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      OutputStream out = client.getOutputStream();
      boolean goesOn = true;
      while (goesOn) {
        List<String> command = read(in);
        goesOn =
            !command.isEmpty()
                && switch (command.get(0)) {
                  case "PING" -> reply(out, "+PONG\r\n");
                  case "EVAL", "EVALSHA" -> manners.answer(command.get(command.size() - 1), out);
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
