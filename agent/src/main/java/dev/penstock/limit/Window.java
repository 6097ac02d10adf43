package dev.penstock.limit;

/** One window of time: its number since 1970, and when it starts and ends. */
record Window(long index, long startMicros, long endMicros) {
  boolean contains(long micros) {
    return startMicros <= micros && micros < endMicros;
  }
}
