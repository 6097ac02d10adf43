package dev.penstock.outbound.learn;

/** The place of one call in the order of all calls at a learned pace, and its start time. */
public final class CallTurn {
  private static final long NOT_RESERVED = 0;

  private final long number;
  private final long startMicros;
  private final long previousMicros;
  private final long shiftMicros;
  private final boolean started;

  CallTurn(long number, long startMicros, long previousMicros, long shiftMicros, boolean started) {
    this.number = number;
    this.startMicros = startMicros;
    this.previousMicros = previousMicros;
    this.shiftMicros = shiftMicros;
    this.started = started;
  }

  static CallTurn notReserved(long startMicros) {
    return new CallTurn(
        NOT_RESERVED, startMicros, startMicros, /* shiftMicros= */ 0, /* started= */ false);
  }

  /** False if the start time was too late for the call. */
  public boolean isReserved() {
    return number != NOT_RESERVED;
  }

  /** Returns when the call may start; if no turn is reserved, when it could have started. */
  public long startMicros() {
    return startMicros;
  }

  /** True if the start time had come at the last check. From then on the number is final. */
  boolean hasStarted() {
    return started;
  }

  /** Returns the number of the turn; the first turn has number 1. */
  long number() {
    return number;
  }

  /** Returns the start time of the turn before this one. */
  long previousMicros() {
    return previousMicros;
  }

  /** Returns the shift of the pace at the time of the reservation. */
  long shiftMicros() {
    return shiftMicros;
  }

  @Override
  public String toString() {
    return isReserved() ? "turn " + number + " at " + startMicros : "no turn before " + startMicros;
  }
}
