package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.ConsoleSettings;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** A running console server. */
final class ConsoleServer implements AutoCloseable {
  private final ConsoleListener listener;
  private final InetSocketAddress bound;
  private final String token;

  /**
   * Binds the port and starts the server.
   *
   * @throws IOException if the port cannot be bound
   */
  ConsoleServer(
      ConsoleSettings settings,
      String token,
      OperatorControls controls,
      Function<Snapshot, String> metrics,
      ConsoleLimits limits,
      AgentLog log)
      throws IOException {
    this.token = token;
    InetSocketAddress wanted = new InetSocketAddress(settings.host(), settings.port());
    if (wanted.isUnresolved()) {
      throw new IOException("unknown host " + settings.host());
    }
    listener = new ConsoleListener(wanted, limits, log);
    try {
      bound = listener.address();
      FailedTokens failedTokens = new FailedTokens(System::nanoTime);
      ConsoleAccess access =
          new ConsoleAccess(settings.host(), bound, token, failedTokens, limits.wrongTokenMillis());
      listener.start(new ConsoleRoutes(controls, metrics, access)::respond);
    } catch (IOException | RuntimeException failed) {
      listener.close();
      throw failed;
    }
  }

  int port() {
    return bound.getPort();
  }

  boolean isOpen() {
    return listener.isOpen();
  }

  /** The address without the token. It may be logged. */
  String address() {
    InetAddress address = bound.getAddress();
    // The wildcard address cannot be called. The loopback address works on this machine.
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : ConsoleAccess.literal(address);
    return "http://" + host + ":" + bound.getPort() + "/";
  }

  /** The URL with the token in its fragment, which browsers do not send. It must not be logged. */
  String url() {
    return address() + "#token=" + TokenText.forUrl(token);
  }

  /** Closes the server and returns when the port is free. */
  @Override
  public void close() {
    listener.close();
  }
}
