package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.ConsoleSettings;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** A console that is open, from its start to its end. */
final class ConsoleServer implements AutoCloseable {
  private final ConsoleListener listener;
  private final InetSocketAddress bound;
  private final String token;

  /**
   * Opens the port.
   *
   * @throws IOException if that is not possible now
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
      FailedTokens wrong = new FailedTokens(System::nanoTime);
      ConsoleAccess doorkeeper =
          new ConsoleAccess(settings.host(), bound, token, wrong, limits.wrongTokenMillis());
      listener.start(new ConsoleRoutes(controls, metrics, doorkeeper)::answer);
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

  /** Where it is, without the token: this may be logged. */
  String address() {
    InetAddress address = bound.getAddress();
    // To be bound to all addresses is not an address to go to; this one works on this machine.
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : ConsoleAccess.literal(address);
    return "http://" + host + ":" + bound.getPort() + "/";
  }

  /** Where it is, with the token, which a browser keeps to itself: this must not be logged. */
  String url() {
    return address() + "#token=" + TokenText.forUrl(token);
  }

  /** Returns when the port is free again. */
  @Override
  public void close() {
    listener.close();
  }
}
