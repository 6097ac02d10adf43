package dev.penstock.store.redis.connection;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server that reads commands like Redis, and replies with the bytes that a test chooses. */
public final class FakeRedis implements AutoCloseable {
  private final ServerSocket socket;
  private final Function<List<String>, @Nullable String> replies;

  /**
   * @param replies the bytes to send for a command; null for the reply of a working Redis
   */
  public FakeRedis(Function<List<String>, @Nullable String> replies) throws IOException {
    this.replies = replies;
    socket = new ServerSocket(0, /* backlog= */ 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "fake-redis");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return socket.getLocalPort();
  }

  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** True if the command runs a script. */
  public static boolean isScript(List<String> command) {
    return command.get(0).startsWith("EVAL");
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      while (true) {
        List<String> command = command(in);
        String reply = replies.apply(command);
        if (reply == null) {
          reply = command.get(0).equals("PING") ? "+PONG\r\n" : "+OK\r\n";
        }
        out.write(reply.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
      }
    } catch (IOException clientDisconnected) {
      return;
    }
  }

  private static List<String> command(InputStream in) throws IOException {
    int parts = length(in);
    List<String> command = new ArrayList<>(parts);
    for (int i = 0; i < parts; i++) {
      byte[] bytes = in.readNBytes(length(in));
      in.skipNBytes(2);
      command.add(new String(bytes, StandardCharsets.UTF_8));
    }
    return command;
  }

  /** The number after the type byte, up to CR LF. */
  private static int length(InputStream in) throws IOException {
    StringBuilder digits = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      if (Character.isDigit(next)) {
        digits.append((char) next);
      }
    }
    return Integer.parseInt(digits.toString());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
