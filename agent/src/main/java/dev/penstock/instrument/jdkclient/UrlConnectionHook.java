package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.jdkclient.Connections.Mark;
import java.net.HttpURLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of {@code java.net.HttpURLConnection}, with and without TLS. */
public final class UrlConnectionHook implements OutboundHook {
  /*
   * A call starts with whichever of three methods comes first: all of them connect. The answer has
   * come when the third one ends, also if it ends with an exception, as it does for errors.
   * Connections with TLS are two objects, one of which does the work and is of the class below.
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
      // Also one that was refused: whoever asks it for its status makes it try once more.
      return new ConnectionCall(connection, connections.mark(connection), method.equals(ANSWER));
    }
    return method.equals(ANSWER) && !mark.isAnswered()
        ? new ConnectionCall(connection, mark, /* readsAnswer= */ true)
        : null;
  }
}
