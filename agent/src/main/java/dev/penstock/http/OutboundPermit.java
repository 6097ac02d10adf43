package dev.penstock.http;

import java.io.IOException;
import java.util.function.Consumer;

/** A call on its way out: when it may start, and whom to tell what became of it. */
public interface OutboundPermit {
  /**
   * Runs one of these when it is decided, once: maybe at once, mostly later and on another thread;
   * none of them if the call was {@linkplain #cancel given up} before.
   *
   * @param start the call may start
   * @param refused it may not after all
   */
  void whenDecided(Runnable start, Consumer<IOException> refused);

  /**
   * Nobody wants the call any more: its turn is left to the next one. Too late, and without effect,
   * once it has started.
   */
  void cancel();

  /** The status and the fields of its answer are there; only the first time counts. */
  void responded(OutboundResponse answer);

  /** It is over, however it ended; only the first time counts. */
  void close();
}
