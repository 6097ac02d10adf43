package dev.penstock.instrument.apache;

/**
 * The classic clients of one application.
 *
 * @param messages reads their requests and responses
 * @param callingOff notifies of cancelled requests
 */
record ClassicApi(ApacheMessages messages, Cancellation callingOff) {
  /** Binds to the version 4 that a class belongs to. */
  static ClassicApi ofVersion4(Class<?> type) {
    return new ClassicApi(ApacheMessages.ofVersion4(type), Cancellation.ofVersion4(type));
  }

  /** Binds to the version 5 that a class belongs to. */
  static ClassicApi ofVersion5(Class<?> type) {
    return new ClassicApi(ApacheMessages.ofVersion5(type), Cancellation.ofVersion5(type));
  }
}
