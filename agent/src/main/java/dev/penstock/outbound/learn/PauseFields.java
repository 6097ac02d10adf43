package dev.penstock.outbound.learn;

/** Reads the headers of a rejection that say when to try again. */
final class PauseFields {
  private PauseFields() {}

  static void read(ResponseReading reading) {
    ResponseTime time = reading.time();
    // AWS sends 400, 429 or 503 for throttled calls; the header has no other meaning.
    String amazon = reading.field("X-Amz-Retry-After");
    if (amazon != null) {
      reading.addPause(reading.checked("X-Amz-Retry-After", time.afterMillis(amazon)));
    }
    if (isRejection(reading.status())) {
      readRejection(reading, time);
    }
  }

  /**
   * With another status, Retry-After is about one resource only: a redirect, or work that is not
   * complete. GitHub sends it with 403.
   */
  private static boolean isRejection(int status) {
    return status == 429 || status == 503 || status == 403;
  }

  private static void readRejection(ResponseReading reading, ResponseTime time) {
    String millis = reading.field("Retry-After-Ms");
    String after = reading.field("Retry-After");
    if (millis != null) {
      // It replaces Retry-After, which has the same time rounded to seconds.
      reading.addPause(reading.checked("Retry-After-Ms", time.afterMillis(millis)));
    } else if (after != null) {
      reading.addPause(reading.checked("Retry-After", time.ofRetry(after)));
    }
    String mailer = reading.field("X-RateLimit-Retry-After");
    if (mailer != null) {
      reading.addPause(reading.checked("X-RateLimit-Retry-After", time.ofRetry(mailer)));
    }
    String unified = reading.field("Anthropic-RateLimit-Unified-Reset");
    if (unified != null && millis == null && after == null) {
      reading.addPause(reading.checked("Anthropic-RateLimit-Unified-Reset", time.ofReset(unified)));
    }
  }
}
