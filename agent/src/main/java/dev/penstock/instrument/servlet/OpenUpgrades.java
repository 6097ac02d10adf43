package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Upgraded connections that are open, each with a callback that runs when it closes. */
final class OpenUpgrades {
  /*
   * The keys of a connection are its handler and, once the handler has one, its socket. Tomcat
   * closes the socket in every case, but destroys the handler only if the client takes part in the
   * end: not after an idle timeout, for example, or a failed write. A handler that was
   * garbage-collected belongs to a closed connection, too; its callback runs when the next
   * connection opens or closes.
   */
  private static final ConcurrentMap<IdentityKey, Runnable> OPEN = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();

  private OpenUpgrades() {}

  /** Runs a callback when the connection of the handler closes. */
  static void onClose(Object handler, Runnable callback) {
    closeCollected();
    OPEN.put(new IdentityKey(handler, COLLECTED), callback);
  }

  /** Links a handler to its socket: from now on the end of either one ends the connection. */
  static void connected(Object handler, Object socket) {
    IdentityKey key = new IdentityKey(handler);
    if (OPEN.containsKey(key)) {
      OPEN.put(new IdentityKey(socket, COLLECTED), () -> run(OPEN.remove(key)));
    }
  }

  /** Ends the connection of a handler or socket; most sockets never belonged to a handler. */
  static void closed(Object handlerOrSocket) {
    if (!OPEN.isEmpty()) {
      run(OPEN.remove(new IdentityKey(handlerOrSocket)));
      closeCollected();
    }
  }

  private static void closeCollected() {
    for (Reference<?> key = COLLECTED.poll(); key != null; key = COLLECTED.poll()) {
      run(OPEN.remove(key));
    }
  }

  private static void run(@Nullable Runnable callback) {
    try {
      if (callback != null) {
        callback.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }
}
