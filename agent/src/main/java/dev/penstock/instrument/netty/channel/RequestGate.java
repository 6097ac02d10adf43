package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.OtherServers;
import dev.penstock.instrument.server.GateResult;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the gate about each request of a channel before the application receives it. */
abstract class RequestGate extends ChannelDuplexHandler implements ExchangeOwner {
  /*
   * Requests of a channel follow each other, each with a body in parts. A phase says what happens
   * to the next inbound message:
   *
   *   forwarding   a request is decided; parts of an admitted one pass
   *   suspended    a request waits for Redis or its turn; all messages are kept, in order
   *   discarding   the rest of a rejected request is released
   *   closed       nothing follows; messages are released
   *   transparent  nothing is decided: the protocol has changed, or an error has occurred
   *
   * Subclasses know the messages of a protocol, and write responses.
   */
  private final Phase forwarding = new Forwarding();
  private final Phase closed = this::drop;
  private final Phase transparent = this::deliver;
  private final ReadPause reads = new ReadPause();
  private Phase phase = forwarding;
  private boolean examined;
  private boolean delivered;
  private boolean dropped;
  private @Nullable ChannelHandlerContext context;

  /** What happens to inbound messages. */
  private interface Phase {
    void read(Object message);
  }

  private final class Forwarding implements Phase {
    @Override
    public void read(Object message) {
      if (startsRequest(message)) {
        receive(message);
      } else {
        deliver(message);
      }
    }
  }

  private final class Suspended implements Phase {
    private final ChannelExchange exchange;
    private final Object request;
    private final Queue<Object> later = new ArrayDeque<>();

    Suspended(ChannelExchange exchange, Object request) {
      this.exchange = exchange;
      this.request = request;
    }

    @Override
    public void read(Object message) {
      later.add(message);
    }

    /** Passes everything on, without a decision. */
    void release() {
      deliver(request);
      later.forEach(RequestGate.this::deliver);
      later.clear();
    }

    void discard() {
      exchange.ended();
      drop(request);
      later.forEach(RequestGate.this::drop);
      later.clear();
    }
  }

  private final class Discarding implements Phase {
    private final ChannelExchange exchange;

    Discarding(ChannelExchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void read(Object message) {
      boolean last = endsRequest(message);
      drop(message);
      if (last) {
        phase = forwarding;
        requestRead(exchange);
      }
    }
  }

  /** True if a message starts a request that can be decided. */
  abstract boolean startsRequest(Object message);

  /** True if a message is the last one of a request. */
  abstract boolean endsRequest(Object message);

  /** The request that a message starts. */
  abstract ChannelExchange exchange(ChannelHandlerContext ctx, Object message);

  /** Called before an admitted request is passed on. */
  abstract void admitted(ChannelExchange exchange);

  /** Writes the response of a rejected request, or keeps it until it is its turn. */
  abstract void rejected(ChannelExchange exchange);

  /** Called when a rejected request has been read to its end. */
  void requestRead(ChannelExchange exchange) {}

  /** Ends all requests that were passed on. */
  abstract void endAll();

  final ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return context;
  }

  /** From now on, inbound messages are released. */
  final void receiveNoMore() {
    phase = closed;
  }

  /** From now on, inbound messages pass. */
  final void decideNoMore() {
    Phase before = phase;
    phase = transparent;
    if (before instanceof Suspended suspended) {
      suspended.exchange.ended();
      suspended.release();
      reads.end(context(), /* needed= */ false);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    phase.read(message);
  }

  private void deliver(Object message) {
    delivered = true;
    context().fireChannelRead(message);
  }

  private void drop(Object message) {
    dropped = true;
    ReferenceCountUtil.release(message);
  }

  private void receive(Object message) {
    if (!examined) {
      examined = true;
      if (isDecidedElsewhere(context().pipeline())) {
        context().pipeline().remove(this);
        deliver(message);
        return;
      }
    }
    settle(message, () -> exchange(context(), message), /* known= */ null);
  }

  /** Decides about a request; if that fails, it and all later ones continue. */
  private void settle(
      Object message, Supplier<ChannelExchange> request, @Nullable GateResult known) {
    try {
      ChannelExchange exchange = request.get();
      apply(exchange, message, known == null ? exchange.ask() : known);
    } catch (Throwable error) {
      Gate.suppressed(error);
      phase = transparent;
      endAll();
      deliver(message);
    }
  }

  /** True if another hook catches the requests of a channel. */
  static boolean isDecidedElsewhere(ChannelPipeline pipeline) {
    try {
      for (Map.Entry<String, ChannelHandler> each : pipeline) {
        if (OtherServers.haveAdded(each.getValue())) {
          return true;
        }
      }
    } catch (Throwable error) {
      Gate.suppressed(error);
    }
    return false;
  }

  private void apply(ChannelExchange exchange, Object message, GateResult result) {
    switch (result) {
      case ADMITTED -> {
        phase = forwarding;
        admitted(exchange);
        deliver(message);
      }
      case REJECTED -> {
        boolean last = endsRequest(message);
        phase = last ? forwarding : new Discarding(exchange);
        rejected(exchange);
        drop(message);
        if (last) {
          requestRead(exchange);
        }
      }
      case SUSPENDED -> {
        reads.start(context());
        phase = new Suspended(exchange, message);
      }
    }
  }

  @Override
  public final void resume(ChannelExchange exchange, @Nullable GateResult known) {
    // A request that is not suspended any more has failed open, or its client has disconnected.
    if (phase instanceof Suspended suspended && suspended.exchange == exchange) {
      delivered = false;
      dropped = false;
      settle(suspended.request, () -> exchange, known);
      suspended.later.forEach(message -> phase.read(message));
      endRead();
    }
  }

  private void endRead() {
    boolean nothingDelivered = dropped && !delivered;
    boolean any = delivered;
    delivered = false;
    dropped = false;
    if (any) {
      context().fireChannelReadComplete();
    }
    if (!(phase instanceof Suspended)) {
      reads.end(context(), nothingDelivered);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    boolean nothingDelivered = dropped && !delivered;
    delivered = false;
    dropped = false;
    ctx.fireChannelReadComplete();
    if (nothingDelivered && !reads.isPaused() && !ctx.channel().config().isAutoRead()) {
      ctx.read(); // In place of the application, which has asked for a message.
    }
  }

  @Override
  public void read(ChannelHandlerContext ctx) {
    if (!reads.defers()) {
      ctx.read();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Phase before = phase;
    phase = closed;
    if (before instanceof Suspended suspended) {
      suspended.discard();
    }
    endAll();
    ctx.fireChannelInactive();
  }

  /** The application has removed all handlers, or the channel was closed before. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    decideNoMore();
    endAll();
  }
}
