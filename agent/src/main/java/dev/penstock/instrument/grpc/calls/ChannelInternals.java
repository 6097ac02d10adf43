package dev.penstock.instrument.grpc.calls;

import dev.penstock.instrument.WeakIdentityMap;
import io.grpc.Channel;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Reads what channels do not show: whether they use TLS, and the executor of their calls. */
final class ChannelInternals {
  /*
   * Both are private. The channel of a call may be an inner class of the whole channel; that one
   * has the executor, and a factory of transports behind other factories. Netty's factory has an
   * object that knows the scheme, OkHttp's has a socket factory only with TLS.
   */
  private static final int MOST_FACTORIES = 5;
  private static final String IN_PROCESS = "io.grpc.inprocess.";

  private final WeakIdentityMap<Boolean> secure = new WeakIdentityMap<>();

  /** True if the channel uses TLS, or if that is not known: it is gRPC's default. */
  boolean isSecure(Channel channel) {
    Boolean known = secure.get(channel);
    if (known == null) {
      known = readSecure(channel) ? Boolean.TRUE : Boolean.FALSE;
      secure.put(channel, known);
    }
    return known;
  }

  private static boolean readSecure(Channel channel) {
    Object factory = PrivateFields.value(whole(channel), "transportFactory");
    for (int n = 0; n < MOST_FACTORIES && factory != null; n++) {
      Object negotiator = PrivateFields.value(factory, "protocolNegotiator");
      if (negotiator != null) {
        return "https".equals(String.valueOf(scheme(negotiator)));
      }
      if (factory.getClass().getName().startsWith(IN_PROCESS)) {
        return false;
      }
      if (PrivateFields.has(factory, "sslSocketFactory")) {
        return PrivateFields.value(factory, "sslSocketFactory") != null;
      }
      factory = PrivateFields.value(factory, "delegate");
    }
    return true;
  }

  /** The executor for calls that bring none. */
  Executor executor(Channel channel) {
    return PrivateFields.value(whole(channel), "executor") instanceof Executor executor
        ? executor
        : ForkJoinPool.commonPool();
  }

  private static @Nullable Object whole(Channel channel) {
    return PrivateFields.has(channel, "transportFactory")
        ? channel
        : PrivateFields.value(channel, "this$0");
  }

  private static @Nullable Object scheme(Object negotiator) {
    for (Class<?> type = negotiator.getClass(); type != null; type = type.getSuperclass()) {
      try {
        Method scheme = type.getDeclaredMethod("scheme");
        scheme.setAccessible(true);
        return scheme.invoke(negotiator);
      } catch (NoSuchMethodException inherited) {
        // The superclass may have it.
      } catch (ReflectiveOperationException | RuntimeException inaccessible) {
        return null;
      }
    }
    return null;
  }
}
