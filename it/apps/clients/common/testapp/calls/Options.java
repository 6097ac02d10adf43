package testapp.calls;

import java.time.Duration;

/**
 * The client configuration for a call.
 *
 * @param ownConnections whether the client has connections that no other call uses
 */
public record Options(
    Duration timeout, boolean followsRedirects, boolean http2, boolean ownConnections) {
  /** Long enough for any page and any time that Penstock holds a call. */
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(500);

  /** The default configuration. */
  public static final Options DEFAULT = new Options(LONG_TIMEOUT, true, false, false);

  /** These options with a short timeout. */
  public Options withShortTimeout() {
    return new Options(SHORT_TIMEOUT, followsRedirects, http2, ownConnections);
  }

  /** These options without following redirects. */
  public Options withoutRedirects() {
    return new Options(timeout, false, http2, ownConnections);
  }

  /** These options with HTTP/2. */
  public Options withHttp2() {
    return new Options(timeout, followsRedirects, true, ownConnections);
  }

  /** These options with separate connections. */
  public Options withOwnConnections() {
    return new Options(timeout, followsRedirects, http2, true);
  }

  /** The timeout in milliseconds. */
  public int timeoutMillis() {
    return Math.toIntExact(timeout.toMillis());
  }
}
