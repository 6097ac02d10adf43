package dev.penstock.instrument.server;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Watches connections and streams of Netty. */
public final class NettyChannel {
  private static final String CHANNEL = "io.netty.channel.Channel";
  private static final String LISTENER = "io.netty.util.concurrent.GenericFutureListener";

  private NettyChannel() {}

  /**
   * Runs a callback when a channel closes, at once if it is closed already.
   *
   * @return false if the object is no channel of Netty; then the callback never runs
   */
  public static boolean onClose(Object channel, Runnable callback) {
    Class<?> type = Handles.typeNamed(channel.getClass(), CHANNEL);
    if (type == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(type, LISTENER);
    Handles channels = new Handles(type);
    Object closed = Handles.get(channels.bindAny("closeFuture"), channel);
    MethodHandle add =
        new Handles(channels.resultType("closeFuture")).bindAny("addListener", listenerType);
    Object listener = ListenerProxy.of(listenerType, "operationComplete", callback);
    Object unused = Handles.get(add, closed, listener);
    return true;
  }
}
