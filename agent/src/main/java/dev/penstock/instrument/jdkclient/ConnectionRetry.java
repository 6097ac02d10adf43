package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** A repeated request of a connection: a redirect, an authentication response or a retry. */
final class ConnectionRetry extends ConnectionUrl {
  ConnectionRetry(HttpURLConnection connection) {
    super(connection);
  }

  @Override
  public boolean isRetry() {
    return true;
  }

  /** The request has only been sent; the first call of the connection handles the response. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
