package dev.penstock.console;

import dev.penstock.control.Controls;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.ConsoleSettings;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;

/** A console that is open, from its start to its end. */
final class ConsoleServer implements AutoCloseable {
  private final Listener listener;
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
      Controls controls,
      Function<Snapshot, String> metrics,
      Limits limits,
      AgentLog log)
      throws IOException {
    this.token = token;
    InetSocketAddress wanted = new InetSocketAddress(settings.host(), settings.port());
    if (wanted.isUnresolved()) {
      throw new IOException("unknown host " + settings.host());
    }
    listener = new Listener(wanted, limits, log);
    try {
      bound = listener.address();
      WrongTokens wrong = new WrongTokens(System::nanoTime);
      Doorkeeper doorkeeper =
          new Doorkeeper(settings.host(), bound, token, wrong, limits.wrongTokenMillis());
      listener.start(new Routes(controls, metrics, doorkeeper)::answer);
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
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : Doorkeeper.literal(address);
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
