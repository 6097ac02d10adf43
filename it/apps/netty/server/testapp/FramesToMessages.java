package testapp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.util.ReferenceCountUtil;
import java.util.HashMap;
import java.util.Map;

/** Handles the frames of all streams of a connection, as servers without Netty's multiplexer do. */
final class FramesToMessages extends ChannelDuplexHandler {
  private final Map<Integer, Stream> open = new HashMap<>();

  private record Stream(Http2FrameStream stream, Http2Headers headers, ByteBuf body) {}

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Http2Exception {
    if (message instanceof Http2HeadersFrame frame) {
      open.put(frame.stream().id(), new Stream(frame.stream(), frame.headers(), Unpooled.buffer()));
      endIf(frame.isEndStream(), ctx, frame.stream());
    } else if (message instanceof Http2DataFrame frame) {
      open.get(frame.stream().id()).body.writeBytes(frame.content());
      int consumed = frame.initialFlowControlledBytes();
      ctx.writeAndFlush(new DefaultHttp2WindowUpdateFrame(consumed).stream(frame.stream()));
      frame.release();
      endIf(frame.isEndStream(), ctx, frame.stream());
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void endIf(boolean last, ChannelHandlerContext ctx, Http2FrameStream stream)
      throws Http2Exception {
    if (last) {
      Stream ended = open.get(stream.id());
      ctx.fireChannelRead(
          HttpConversionUtil.toFullHttpRequest(
              stream.id(), ended.headers, ended.body, /* validateHttpHeaders= */ false));
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof FullHttpResponse response) {
      Stream stream = open.remove(response.headers().getInt("x-http2-stream-id"));
      Http2Headers headers =
          HttpConversionUtil.toHttp2Headers(response, /* validateHeaders= */ false);
      ctx.write(
          new DefaultHttp2HeadersFrame(headers, /* endStream= */ false).stream(stream.stream));
      ctx.write(
          new DefaultHttp2DataFrame(response.content(), /* endStream= */ true)
              .stream(stream.stream),
          promise);
    } else {
      ctx.write(message, promise);
    }
  }
}
