package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.jdkclient.Connections.Mark;
import java.net.HttpURLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of {@code java.net.HttpURLConnection}. */
public final class UrlConnectionRetryHook implements OutboundHook {
  private final Connections connections;

  public UrlConnectionRetryHook(Connections connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "url-connection-retry";
  }

  @Override
  public boolean isForRetries() {
    return true;
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            "sun.net.www.protocol.http.HttpURLConnection", "writeRequests", "()V", ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    HttpURLConnection connection = (HttpURLConnection) place;
    Mark mark = connections.find(connection);
    return mark != null && mark.sendsAgain() ? new ConnectionRetry(connection) : null;
  }
}
