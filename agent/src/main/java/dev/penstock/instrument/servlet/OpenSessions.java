package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Upgraded connections that are open, and the work to run when each of them is closed. */
final class OpenSessions {
  /*
   * A connection is known by its handler and, once the handler has it, by its socket. Tomcat closes
   * the socket in every case, but it destroys the handler only if the client has a part in the end:
   * not after an idle timeout, for example, or a failed write. A handler that is garbage belongs to
   * a closed connection, too; its slot is released when the next connection opens or closes.
   */
  private static final ConcurrentMap<IdentityKey, Runnable> OPEN = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> FORGOTTEN = new ReferenceQueue<>();

  private OpenSessions() {}

  /** Runs this when the connection of the handler is closed. */
  static void tellClose(Object handler, Runnable atClose) {
    closeForgotten();
    OPEN.put(new IdentityKey(handler, FORGOTTEN), atClose);
  }

  /** The handler has got its socket; from now on the end of either one is the end of both. */
  static void connected(Object handler, Object socket) {
    IdentityKey key = new IdentityKey(handler);
    if (OPEN.containsKey(key)) {
      OPEN.put(new IdentityKey(socket, FORGOTTEN), () -> run(OPEN.remove(key)));
    }
  }

  /** A handler or a socket has come to its end; most sockets never belonged to a handler. */
  static void closed(Object handlerOrSocket) {
    if (!OPEN.isEmpty()) {
      run(OPEN.remove(new IdentityKey(handlerOrSocket)));
      closeForgotten();
    }
  }

  private static void closeForgotten() {
    for (Reference<?> key = FORGOTTEN.poll(); key != null; key = FORGOTTEN.poll()) {
      run(OPEN.remove(key));
    }
  }

  private static void run(@Nullable Runnable atClose) {
    try {
      if (atClose != null) {
        atClose.run();
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
  }
}
