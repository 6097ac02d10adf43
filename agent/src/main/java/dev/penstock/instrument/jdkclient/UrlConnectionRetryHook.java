package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryHook;
import dev.penstock.instrument.jdkclient.Connections.Mark;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** Hook for retries and redirects of {@code java.net.HttpURLConnection}. */
public final class UrlConnectionRetryHook extends RetryHook {
  private final Connections connections;

  public UrlConnectionRetryHook(Connections connections) {
    super(
        "url-connection-retry",
        HookTarget.in(
            "sun.net.www.protocol.http.HttpURLConnection", "writeRequests", "()V", ADVICE));
    this.connections = connections;
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    HttpURLConnection connection = (HttpURLConnection) place;
    Mark mark = connections.find(connection);
    return mark != null && mark.sendsAgain() ? new ConnectionRetry(connection) : null;
  }
}
