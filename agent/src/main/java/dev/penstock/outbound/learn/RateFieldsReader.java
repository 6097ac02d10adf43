package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;

/** Reads from the header fields of an answer how fast its server wants to be called. */
public final class RateFieldsReader {
  /*
   * There is a draft of the IETF in eleven revisions, and there are the ways of single servers that
   * were there before it. Each is recognized by one field, and only if that is there its others are
   * looked up. An answer that says nothing costs ten look-ups, an error up to five more.
   *
   * What is read here can be anything, also malice. A field that makes no sense teaches nothing
   * and is named in the lessons; no number makes anybody wait longer than the cap; an answer from
   * a cache is about the past.
   */

  /** The longest that a server is believed; the draft names ten minutes, too. */
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

  /** What an answer teaches that has come at this time; never fails. */
  public LearnedLimits read(OutboundResponse answer, long nowMicros) {
    ResponseReading reading =
        new ResponseReading(answer, new ResponseTime(answer, nowMicros, resetUnit), capMicros);
    if (answer.status() >= 400) {
      PauseFields.read(reading);
    }
    PolicyFields.read(reading);
    BudgetFields.read(reading);
    return reading.lessons();
  }
}
