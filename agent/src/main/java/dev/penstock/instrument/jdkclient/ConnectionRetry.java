package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/** A further request of a connection: a redirect, an answer to a challenge, or another try. */
final class ConnectionRetry extends ConnectionUrl {
  ConnectionRetry(HttpURLConnection connection) {
    super(connection);
  }

  @Override
  public boolean isRetry() {
    return true;
  }

  /** Only sent by now; its answer is heard of by whoever asked first. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
