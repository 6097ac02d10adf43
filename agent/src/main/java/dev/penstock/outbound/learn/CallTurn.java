package dev.penstock.outbound.learn;

/** The place of one call in the order of all, and the time at which it may start. */
public final class CallTurn {
  private static final long NOT_TAKEN = 0;

  private final long number;
  private final long atMicros;
  private final long previousMicros;
  private final long moved;
  private final boolean started;

  CallTurn(long number, long atMicros, long previousMicros, long moved, boolean started) {
    this.started = started;
    this.number = number;
    this.atMicros = atMicros;
    this.previousMicros = previousMicros;
    this.moved = moved;
  }

  static CallTurn notTaken(long atMicros) {
    return new CallTurn(NOT_TAKEN, atMicros, atMicros, /* moved= */ 0, /* started= */ false);
  }

  /** False if the call did not want to wait that long; then nothing is reserved. */
  public boolean isTaken() {
    return number != NOT_TAKEN;
  }

  /** When the call may start, or could have. */
  public long atMicros() {
    return atMicros;
  }

  /** True if its time had come when it was asked for last; then its number stays. */
  boolean hasStarted() {
    return started;
  }

  /** Counts the turns from 1 on. */
  long number() {
    return number;
  }

  /** When the turn before this one was. */
  long previousMicros() {
    return previousMicros;
  }

  /** By how much turns had been moved when this one was taken. */
  long moved() {
    return moved;
  }

  @Override
  public String toString() {
    return isTaken() ? "turn " + number + " at " + atMicros : "no turn before " + atMicros;
  }
}
