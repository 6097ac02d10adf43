package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.jdkclient.Connections.Mark;
import java.net.HttpURLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of {@code java.net.HttpURLConnection}, with and without TLS. */
public final class UrlConnectionHook implements OutboundHook {
  /*
   * A call starts with the first of three methods, each of which connects. The response has arrived
   * when the third one ends, even with an exception, which it throws for error statuses. A TLS
   * connection consists of two objects; the one that does the work has the class below.
   */
  private static final String CONNECTION = "sun.net.www.protocol.http.HttpURLConnection";
  private static final String WITH_TLS =
      "sun.net.www.protocol.https.AbstractDelegateHttpsURLConnection";
  private static final String ANSWER = "getInputStream";

  private final Connections connections;

  public UrlConnectionHook(Connections connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "url-connection";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(CONNECTION, "connect", "()V", ADVICE),
        HookTarget.in(WITH_TLS, "connect", "()V", ADVICE),
        HookTarget.in(CONNECTION, "getOutputStream", "()Ljava/io/OutputStream;", ADVICE),
        HookTarget.in(CONNECTION, ANSWER, "()Ljava/io/InputStream;", ADVICE));
  }

  @Override
  public List<String> opens() {
    return List.of("java.base/sun.net.www", "java.base/sun.net.www.protocol.http");
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    HttpURLConnection connection = (HttpURLConnection) place;
    Mark mark = connections.find(connection);
    if (mark == null || mark.departure() == null) {
      // Also a rejected connection: reading its status makes it connect once more.
      return new ConnectionCall(connection, connections.mark(connection), method.equals(ANSWER));
    }
    return method.equals(ANSWER) && !mark.isAnswered()
        ? new ConnectionCall(connection, mark, /* readsAnswer= */ true)
        : null;
  }
}
