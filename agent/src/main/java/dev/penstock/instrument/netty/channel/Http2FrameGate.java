package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.netty.AdmittedRequest;
import dev.penstock.instrument.server.GateResult;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamEvent;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides about the requests of a connection that passes the frames of all its streams. */
@SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
final class Http2FrameGate extends ChannelDuplexHandler implements ExchangeOwner {
  /*
   * Streams do not wait for each other. A client may send one window of data per stream until a
   * handler reports that it has consumed some. So a suspended request keeps little data, and this
   * gate reports the data of rejected requests itself.
   */
  private static final int UPGRADE_STREAM = 1;

  private final ChannelHandlerContext codec;
  private final Map<Http2FrameStream, Http2StreamState> streams = new HashMap<>();
  private @Nullable ChannelHandlerContext context;
  private boolean examined;

  /**
   * @param codec the place of the codec in the pipeline
   */
  Http2FrameGate(ChannelHandlerContext codec) {
    this.codec = codec;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    // Some handlers are added behind the codec later, and thus before this one.
    ctx.executor().execute(() -> moveBehindCodec(ctx));
  }

  /** Moves before all other handlers; does nothing if this is there already. */
  private void moveBehindCodec(ChannelHandlerContext ctx) {
    if (ctx.isRemoved() || codec.isRemoved() || examined) {
      return;
    }
    ChannelPipeline pipeline = ctx.pipeline();
    List<String> names = pipeline.names();
    if (names.indexOf(ctx.name()) != names.indexOf(codec.name()) + 1) {
      pipeline.remove(this);
      pipeline.addAfter(codec.name(), ctx.name(), new Http2FrameGate(codec));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof Http2StreamFrame frame) || frame.stream() == null) {
      ctx.fireChannelRead(message);
      return;
    }
    if (!examined) {
      examined = true;
      if (isDecidedElsewhere(ctx)) {
        ctx.pipeline().remove(this);
        ctx.fireChannelRead(message);
        return;
      }
    }
    Http2StreamState state = streams.get(frame.stream());
    if (state == null && frame instanceof Http2HeadersFrame headers && isRequest(headers)) {
      start(ctx, headers);
    } else if (state == null) {
      ctx.fireChannelRead(message);
    } else {
      read(ctx, state, frame);
    }
  }

  /** True if the channels of single streams, or another hook, catch the requests. */
  private static boolean isDecidedElsewhere(ChannelHandlerContext ctx) {
    return hasChannelsForStreams(ctx) || RequestGate.isDecidedElsewhere(ctx.pipeline());
  }

  private static boolean hasChannelsForStreams(ChannelHandlerContext ctx) {
    try {
      return ctx.pipeline().get(Http2MultiplexHandler.class) != null;
    } catch (LinkageError olderNetty) {
      return false;
    }
  }

  private static boolean isRequest(Http2HeadersFrame frame) {
    return frame.headers().method() != null;
  }

  private void read(ChannelHandlerContext ctx, Http2StreamState state, Http2StreamFrame frame) {
    boolean reset = frame instanceof Http2ResetFrame;
    if (reset && state instanceof Http2StreamState.Suspended) {
      // The application has not seen the stream, so it does not see its end either.
      end(frame.stream());
    } else {
      state.read(ctx, frame);
      if (reset || (state instanceof Http2StreamState.Rejected && Http2Response.isLast(frame))) {
        end(frame.stream());
      }
    }
  }

  private void end(Http2FrameStream stream) {
    Http2StreamState ended = streams.remove(stream);
    if (ended != null) {
      ended.end();
    }
  }

  private void start(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
    AdmittedRequest upgraded = upgraded(ctx, frame.stream());
    if (upgraded == null) {
      settle(ctx, frame, () -> exchange(ctx, frame), /* known= */ null);
    } else {
      upgraded.claim();
      streams.put(frame.stream(), new Http2StreamState.Admitted(new Http2Response(upgraded)));
      ctx.fireChannelRead(frame);
    }
  }

  private Http2Exchange exchange(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
    return new Http2Exchange(ctx, this, frame.headers(), frame.stream());
  }

  /** The request that has upgraded the connection, which was decided then. */
  private static @Nullable AdmittedRequest upgraded(
      ChannelHandlerContext ctx, Http2FrameStream stream) {
    return stream.id() == UPGRADE_STREAM
        ? ctx.channel().attr(ChannelExchange.UPGRADED).getAndSet(null)
        : null;
  }

  /** Decides about a request; if that fails, the request continues. */
  private void settle(
      ChannelHandlerContext ctx,
      Http2HeadersFrame frame,
      Supplier<Http2Exchange> newExchange,
      @Nullable GateResult known) {
    Http2Exchange exchange = null;
    try {
      exchange = newExchange.get();
      apply(ctx, frame, exchange, known == null ? exchange.ask() : known);
    } catch (Throwable error) {
      Gate.suppressed(error);
      if (exchange != null) {
        exchange.ended();
      }
      streams.remove(frame.stream());
      ctx.fireChannelRead(frame);
    }
  }

  private void apply(
      ChannelHandlerContext ctx,
      Http2HeadersFrame frame,
      Http2Exchange exchange,
      GateResult result) {
    switch (result) {
      case ADMITTED -> {
        streams.put(frame.stream(), new Http2StreamState.Admitted(new Http2Response(exchange)));
        ctx.fireChannelRead(frame);
      }
      case REJECTED -> {
        Http2Response.reject(ctx, exchange);
        if (!frame.isEndStream()) {
          streams.put(frame.stream(), new Http2StreamState.Rejected());
        }
      }
      case SUSPENDED -> streams.put(frame.stream(), Http2StreamState.suspended(exchange, frame));
    }
  }

  @Override
  public void resume(ChannelExchange exchange, @Nullable GateResult known) {
    ChannelHandlerContext ctx = context;
    // A request that is not suspended any more was reset, or its client has disconnected.
    if (ctx != null
        && streams.get(((Http2Exchange) exchange).stream())
            instanceof Http2StreamState.Suspended waiting
        && waiting.exchange() == exchange) {
      streams.remove(waiting.request().stream());
      settle(ctx, waiting.request(), waiting::exchange, known);
      waiting.later().forEach(frame -> channelRead(ctx, frame));
      ctx.fireChannelReadComplete();
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Http2StreamState state =
        message instanceof Http2StreamFrame frame && frame.stream() != null
            ? streams.get(frame.stream())
            : null;
    if (state instanceof Http2StreamState.Admitted admitted) {
      admitted.response().write(ctx, message, promise);
    } else {
      ctx.write(message, promise);
    }
  }

  /**
   * Streams also end without a frame, for example if an error closes them. The first event comes
   * before the first frame.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof Http2FrameStreamEvent changed) {
      moveBehindCodec(ctx);
      if (changed.stream().state() == Http2Stream.State.CLOSED) {
        end(changed.stream());
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    endAll();
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    endAll();
  }

  private void endAll() {
    new ArrayList<>(streams.values()).forEach(Http2StreamState::end);
    streams.clear();
  }
}
