package dev.penstock.instrument.netty.channel;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * What happens to the frames of a stream, in a channel with several, after its request was seen.
 */
sealed interface Http2StreamState {
  /** Called for each further frame from the client. */
  void read(ChannelHandlerContext ctx, Http2StreamFrame frame);

  /** Called when the stream or the connection has ended. */
  void end();

  /** The state of a request that waits for Redis or its turn. */
  static Http2StreamState suspended(Http2Exchange exchange, Http2HeadersFrame request) {
    return new Suspended(exchange, request, new ArrayDeque<>());
  }

  /** The request has reached the application. */
  record Admitted(Http2Response response) implements Http2StreamState {
    @Override
    public void read(ChannelHandlerContext ctx, Http2StreamFrame frame) {
      ctx.fireChannelRead(frame);
    }

    @Override
    public void end() {
      response.ended();
    }
  }

  /**
   * The request waits.
   *
   * @param later the frames that follow it
   */
  record Suspended(Http2Exchange exchange, Http2HeadersFrame request, Queue<Http2StreamFrame> later)
      implements Http2StreamState {
    @Override
    public void read(ChannelHandlerContext ctx, Http2StreamFrame frame) {
      later.add(frame);
    }

    @Override
    public void end() {
      exchange.ended();
      later.forEach(ReferenceCountUtil::release);
    }
  }

  /** The request was rejected, and the rest of it is discarded. */
  @SuppressWarnings("FutureReturnValueIgnored") // writing is not waited for
  record Rejected() implements Http2StreamState {
    @Override
    public void read(ChannelHandlerContext ctx, Http2StreamFrame frame) {
      if (frame instanceof Http2DataFrame data) {
        int consumed = data.initialFlowControlledBytes();
        ctx.writeAndFlush(new DefaultHttp2WindowUpdateFrame(consumed).stream(frame.stream()));
      }
      ReferenceCountUtil.release(frame);
    }

    @Override
    public void end() {}
  }
}
