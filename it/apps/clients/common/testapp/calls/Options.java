package testapp.calls;

import java.time.Duration;

/**
 * How a client is to be set up for a call.
 *
 * @param apart with connections of its own, which no other call has left behind
 */
public record Options(Duration timeout, boolean followsRedirects, boolean http2, boolean apart) {
  /** Long enough for any page, and for any wait in front of it. */
  private static final Duration PATIENT = Duration.ofSeconds(60);

  private static final Duration HASTY = Duration.ofMillis(500);

  /** What applications start from. */
  public static final Options USUAL = new Options(PATIENT, true, false, false);

  /** The same, but with little patience for an answer. */
  public Options hasty() {
    return new Options(HASTY, followsRedirects, http2, apart);
  }

  /** The same, but a redirect is what the caller gets. */
  public Options stayingHere() {
    return new Options(timeout, false, http2, apart);
  }

  /** The same, but by HTTP/2. */
  public Options byHttp2() {
    return new Options(timeout, followsRedirects, true, apart);
  }

  /** The same, but with connections of its own. */
  public Options setApart() {
    return new Options(timeout, followsRedirects, http2, true);
  }

  /** The timeout for the many that want an int. */
  public int timeoutMillis() {
    return Math.toIntExact(timeout.toMillis());
  }
}
