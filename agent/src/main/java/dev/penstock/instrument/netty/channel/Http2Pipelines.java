package dev.penstock.instrument.netty.channel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2FrameCodec;

/** Adds handlers for HTTP/2, which an application with HTTP/1.1 only cannot load. */
final class Http2Pipelines {
  private Http2Pipelines() {}

  /** Adds a handler to the channel of one stream, unless the connection is a client's. */
  static void addStreamGate(Channel channel, String name) {
    Channel connection = channel.parent();
    Http2ConnectionHandler codec =
        connection == null ? null : connection.pipeline().get(Http2ConnectionHandler.class);
    if (codec == null || codec.connection().isServer()) {
      channel.pipeline().addFirst(name, new Http2StreamGate());
    }
  }

  /** Adds a handler behind the codec of a server whose streams share the channel. */
  static void addFrameGate(ChannelHandlerContext context, String name) {
    Http2FrameCodec codec = (Http2FrameCodec) context.handler();
    if (codec.connection().isServer() && !isMultiplexing(codec)) {
      context.pipeline().addAfter(context.name(), name, new Http2FrameGate(context));
    }
  }

  @SuppressWarnings("deprecation") // applications may still use it
  private static boolean isMultiplexing(Http2FrameCodec codec) {
    return codec instanceof io.netty.handler.codec.http2.Http2MultiplexCodec;
  }

  /** Adds a handler behind one that passes the messages of all streams of a server. */
  static void addMessageGate(ChannelHandlerContext context, String name) {
    Http2ConnectionHandler codec = (Http2ConnectionHandler) context.handler();
    if (codec.connection().isServer()) {
      context.pipeline().addAfter(context.name(), name, new Http2MessageGate(codec.connection()));
    }
  }
}
