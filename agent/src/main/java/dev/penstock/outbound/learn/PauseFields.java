package dev.penstock.outbound.learn;

/** The fields of a refusal that say when to come back. */
final class PauseFields {
  private PauseFields() {}

  static void read(ResponseReading reading) {
    ResponseTime moment = reading.moment();
    // AWS answers throttled calls with 400, 429 or 503; the field has no other meaning.
    String amazon = reading.field("X-Amz-Retry-After");
    if (amazon != null) {
      reading.pause(reading.checked("X-Amz-Retry-After", moment.ofReturnMillis(amazon)));
    }
    if (isRefusal(reading.status())) {
      readOfRefusal(reading, moment);
    }
  }

  /**
   * Retry-After with another status is about this one resource: a redirect, or work that is not
   * done yet. With 403 it is GitHub's.
   */
  private static boolean isRefusal(int status) {
    return status == 429 || status == 503 || status == 403;
  }

  private static void readOfRefusal(ResponseReading reading, ResponseTime moment) {
    String millis = reading.field("Retry-After-Ms");
    String after = reading.field("Retry-After");
    if (millis != null) {
      reading.pause(reading.checked("Retry-After-Ms", moment.ofReturnMillis(millis)));
    } else if (after != null) {
      // In its place only: it says the same, rounded to seconds.
      reading.pause(reading.checked("Retry-After", moment.ofReturn(after)));
    }
    String mailer = reading.field("X-RateLimit-Retry-After");
    if (mailer != null) {
      reading.pause(reading.checked("X-RateLimit-Retry-After", moment.ofReturn(mailer)));
    }
    String unified = reading.field("Anthropic-RateLimit-Unified-Reset");
    if (unified != null && millis == null && after == null) {
      reading.pause(reading.checked("Anthropic-RateLimit-Unified-Reset", moment.ofReset(unified)));
    }
  }
}
