package dev.penstock.instrument;

import java.lang.invoke.MethodHandle;

/** A connection or stream of Netty. */
public final class NettyChannel {
  private static final String CHANNEL = "io.netty.channel.Channel";
  private static final String LISTENER = "io.netty.util.concurrent.GenericFutureListener";

  private NettyChannel() {}

  /**
   * Runs something when a channel is closed, at once if it is closed already.
   *
   * @return false if this is no channel of Netty; then it never runs
   */
  public static boolean tellsClose(Object channel, Runnable atClose) {
    Class<?> type = Handles.typeNamed(channel.getClass(), CHANNEL);
    if (type == null) {
      return false;
    }
    Class<?> listenerType = Handles.sibling(type, LISTENER);
    Handles channels = new Handles(type);
    Object closed = Handles.get(channels.bindAny("closeFuture"), channel);
    MethodHandle add =
        new Handles(channels.resultOf("closeFuture")).bindAny("addListener", listenerType);
    Object listener = CloseListener.of(listenerType, "operationComplete", atClose);
    Object unused = Handles.get(add, closed, listener);
    return true;
  }
}
