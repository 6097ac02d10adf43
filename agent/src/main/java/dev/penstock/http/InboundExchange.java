package dev.penstock.http;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call and the answer to it. */
public interface InboundExchange extends Call, WritableResponse {
  /**
   * The library's object for the call to hand on in the place of the one that came, because reading
   * a part of it cannot be undone; null if nothing like that was read. Asked after all questions
   * about the call, and also when one of them has failed.
   */
  default @Nullable Object replacement() {
    return null;
  }

  /**
   * Told before an admitted call goes on if somebody will have to hear of its end, because there
   * are servers that tell only those who were there before.
   */
  default void expectEnd() {}

  /** Keeps something with the call until it has come further. */
  void attach(Object kept);

  /** What was kept when the call had not come as far as now; null if this is the first look. */
  @Nullable Object attachment();

  /** Keeps nothing any more, because nothing is left to be done where the call comes to. */
  default void detach() {}

  /**
   * True if what is known of the call here has to be found out first, and that takes time: the
   * woven method must not run, and {@link #result} is what brings the call here again.
   */
  default boolean resumesLater() {
    return false;
  }

  /**
   * Brings an admitted call here again when its turn has come, because {@linkplain #mayBlock its
   * thread cannot wait}. The woven method will not run now; {@link #result} is asked next.
   */
  default void suspendFor(long micros) {
    throw new UnsupportedOperationException();
  }

  /**
   * Brings a call here again, to the very place where it is now, when it is decided what becomes of
   * it. As with {@link #suspendFor}, its thread cannot wait and the woven method will not run now.
   *
   * @param decided completes on a thread that must not be held up, or has done so already; never
   *     with an error
   */
  default void suspendUntil(Consumer<Runnable> whenDecided) {
    throw new UnsupportedOperationException();
  }

  /**
   * What the woven method answers, at places where that is how a call is answered.
   *
   * @param result what the method has answered itself; null if the method did not run, because the
   *     call was {@linkplain #reject refused} or {@linkplain #suspendFor comes again}
   * @param atEnd if the call is admitted and the result is a promise, has to run once when that is
   *     kept or broken, and {@link #endsLater} has to be true; null if nobody wants to know
   */
  default @Nullable Object result(@Nullable Object result, @Nullable Runnable atEnd) {
    return result;
  }

  /** Told when the woven method of a call that went on is through, however it ended. */
  default void methodReturned() {}

  /** The status of the answer as it stands; what the application threw has not reached it yet. */
  int status();

  /**
   * Asked when the woven method is through: false if the answer is complete.
   *
   * @param atEnd if the call goes on without the method, as asynchronous ones do, runs once when it
   *     has completed, failed or timed out; never if the result is false
   */
  boolean endsLater(Runnable atEnd);

  /**
   * Asked at the end of a call whose response has upgraded its connection (status 101), such as the
   * handshake of a WebSocket session.
   *
   * @param atClose runs when the connection is closed, by whichever side; may run more than once
   * @return false if this server does not report that; then it never runs
   */
  default boolean onClose(Runnable atClose) {
    return false;
  }
}
