package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;

/** Reads the headers in which a response announces the limits of its server. */
public final class RateFieldsReader {
  /*
   * There are eleven revisions of an IETF draft, and older headers of single vendors. Each dialect
   * is recognized by one header; its other headers are read only if that one is present. A response
   * without any of them costs ten lookups, an error up to five more.
   *
   * Headers are untrusted input. A header that cannot be parsed has no effect and is named in the
   * result. No number makes a call wait longer than the cap. A response from a cache describes the
   * past and is ignored.
   */

  /** The default of the longest pause that a server can request; the draft names 10 min, too. */
  public static final long DEFAULT_CAP_MICROS = 600_000_000L;

  private final long capMicros;
  private final ResetUnit resetUnit;

  public RateFieldsReader() {
    this(DEFAULT_CAP_MICROS, ResetUnit.BY_SIZE);
  }

  public RateFieldsReader(long capMicros, ResetUnit resetUnit) {
    if (capMicros <= 0) {
      throw new IllegalArgumentException("cap must be positive, was " + capMicros);
    }
    this.capMicros = capMicros;
    this.resetUnit = resetUnit;
  }

  /** Reads a response that has arrived at this time; never fails. */
  public LearnedLimits read(OutboundResponse response, long nowMicros) {
    ResponseReading reading =
        new ResponseReading(response, new ResponseTime(response, nowMicros, resetUnit), capMicros);
    if (response.status() >= 400) {
      PauseFields.read(reading);
    }
    PolicyFields.read(reading);
    BudgetFields.read(reading);
    return reading.result();
  }
}
