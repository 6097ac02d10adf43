package dev.penstock.instrument.netty;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests behind Netty's HTTP codecs, in any application and any copy of Netty. */
public final class NettyHook implements InboundHook {
  /*
   * Each handler that is added to a pipeline passes one method. Behind an HTTP codec, a handler of
   * Penstock is added there, and that handler calls the gate with an exchange. Applications that
   * contain Netty under another name keep the names of its sub-packages.
   */
  private static final String CONTEXT = ".channel.AbstractChannelHandlerContext";
  private static final String HANDLER_ADDED_ADVICE =
      "dev.penstock.instrument.netty.HandlerAddedAdvice";

  /** Loaded with the first handler, so that an application without Netty does not load it. */
  private static final class Channels {
    static final ServerChannels SERVERS = new ServerChannels();

    private Channels() {}
  }

  @Override
  public String name() {
    return "netty";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.inCopies(CONTEXT, "callHandlerAdded", "()V", HANDLER_ADDED_ADVICE));
  }

  @Override
  public boolean hasServer() {
    return Channels.SERVERS.areFound();
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object requestOrContext, @Nullable Object none) {
    return requestOrContext instanceof InboundExchange exchange ? exchange : null;
  }

  /** Prepares a channel, also while no rule is enforced: it may still be open when one is. */
  @Override
  public @Nullable Object replacement(Object requestOrContext, @Nullable Object none) {
    if (!(requestOrContext instanceof InboundExchange)) {
      Channels.SERVERS.handlerAdded(requestOrContext);
    }
    return null;
  }
}
