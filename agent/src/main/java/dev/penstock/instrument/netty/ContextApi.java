package dev.penstock.instrument.netty;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Reads the context of a handler in any copy of Netty, through handles bound once. */
final class ContextApi {
  private static final String CONTEXT = ".channel.ChannelHandlerContext";

  private final MethodHandle handler;
  private final MethodHandle channel;

  ContextApi(Class<?> type) {
    Handles context = new Handles(contextType(type));
    handler = context.bindAny("handler");
    channel = context.bindAny("channel");
  }

  private static Class<?> contextType(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Class<?> each : at.getInterfaces()) {
        if (each.getName().endsWith(CONTEXT)) {
          return each;
        }
      }
    }
    throw new IllegalStateException(type.getName() + " is no context of Netty");
  }

  Object handler(Object context) {
    return Handles.get(handler, context);
  }

  Object channel(Object context) {
    return Handles.get(channel, context);
  }
}
