package dev.penstock.http;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An inbound request and its response, at one hook. */
public interface InboundExchange extends Call, WritableResponse {
  /**
   * The library's request object to continue with in place of the original one, because a part that
   * can be read only once was read; null if no such part was read. Called after everything else
   * about the request was read, even if that failed.
   */
  default @Nullable Object replacement() {
    return null;
  }

  /** The port of this machine to which the client is connected; 0 if it is unknown. */
  default int localPort() {
    return 0;
  }

  /**
   * Called before an admitted request continues if its end has to be reported, because some servers
   * report it only to listeners that were registered before.
   */
  default void expectEnd() {}

  /** Attaches an object to the request for later hooks. */
  void attach(Object attachment);

  /** The object that an earlier hook has attached; null at the first hook. */
  @Nullable Object attachment();

  /** Removes the attached object, because later hooks have nothing to do. */
  default void detach() {}

  /**
   * True if values of the request have to be loaded first, asynchronously: the instrumented method
   * must not run, and the {@link #result} brings the request back to this hook.
   */
  default boolean resumesLater() {
    return false;
  }

  /**
   * Brings an admitted request back to this hook at its turn, because {@linkplain #mayBlock its
   * thread must not block}. The instrumented method does not run now; {@link #result} is called
   * next.
   */
  default void suspendFor(long micros) {
    throw new UnsupportedOperationException();
  }

  /**
   * Brings a request back to this hook when it is decided. As with {@link #suspendFor}, its thread
   * must not block, and the instrumented method does not run now.
   *
   * @param whenDecided registers a listener that runs once: now if the request is decided already,
   *     or else on a thread that the listener must not block
   */
  default void suspendUntil(Consumer<Runnable> whenDecided) {
    throw new UnsupportedOperationException();
  }

  /**
   * The result of the instrumented method, for hooks where the result is the response.
   *
   * @param result the method's own result; null if the method did not run, because the request was
   *     {@linkplain #reject rejected} or {@linkplain #suspendFor suspended}
   * @param atEnd if the request is admitted and the result is asynchronous, has to run once when
   *     the result completes or fails, and {@link #endsLater} has to be true; null if not needed
   */
  default @Nullable Object result(@Nullable Object result, @Nullable Runnable atEnd) {
    return result;
  }

  /** Called at the end of the instrumented method of an admitted request, successful or not. */
  default void methodReturned() {}

  /** The current status of the response; an exception of the application has not changed it yet. */
  int status();

  /**
   * Called at the end of the instrumented method: false if the response is complete.
   *
   * @param atEnd for an asynchronous request, runs once when it has completed, failed or timed out;
   *     never runs if the result is false
   */
  boolean endsLater(Runnable atEnd);

  /**
   * Called at the end of a request whose response has upgraded its connection (status 101), such as
   * the handshake of a WebSocket session.
   *
   * @param atClose runs when either side closes the connection; may run more than once
   * @return false if this server does not report that; then it never runs
   */
  default boolean onClose(Runnable atClose) {
    return false;
  }
}
