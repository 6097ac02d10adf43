package dev.penstock.http;

import java.io.IOException;
import java.util.function.Consumer;

/** Controls one outbound call: when it may be sent, and what to report about its response. */
public interface OutboundPermit {
  /**
   * Runs one of two listeners once the call is decided: now, or later and on another thread. Runs
   * none of them if the call is {@linkplain #cancel canceled} before.
   *
   * @param start runs if the call may be sent
   * @param rejected runs if it is rejected
   */
  void whenDecided(Runnable start, Consumer<IOException> rejected);

  /**
   * Cancels the call and leaves its turn to the next one. Has no effect once the call may be sent.
   */
  void cancel();

  /** Reports the status and the header fields of the response; only the first report counts. */
  void responded(OutboundResponse response);

  /** Reports the end of the call, successful or not; only the first report counts. */
  void close();
}
