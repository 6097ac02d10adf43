package dev.penstock.instrument.netty.channel;

import dev.penstock.instrument.netty.HandlerInstaller;
import dev.penstock.instrument.netty.HandlerPlace;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** Adds the handler that fits to a channel. */
public final class PipelineInstaller implements HandlerInstaller {
  private static final String NAME = "penstock";

  /** Another name, because a connection that is upgraded to HTTP/2 has both. */
  private static final String NAME_FOR_HTTP2 = "penstock-http2";

  @Override
  public void install(HandlerPlace place, Object object) {
    ChannelHandlerContext context = (ChannelHandlerContext) object;
    ChannelPipeline pipeline = context.pipeline();
    String name = place.isForHttp2() ? NAME_FOR_HTTP2 : NAME;
    if (context.isRemoved() || pipeline.context(name) != null) {
      return;
    }
    switch (place) {
      case SERVER_CODEC -> pipeline.addAfter(context.name(), name, new Http1RequestGate());
      case REQUEST_DECODER -> addBehindBoth(pipeline, context, HttpResponseEncoder.class);
      case RESPONSE_ENCODER -> addBehindBoth(pipeline, context, HttpRequestDecoder.class);
      case STREAM_MESSAGES -> Http2Pipelines.addMessageGate(context, name);
      case STREAM_FRAMES -> Http2Pipelines.addFrameGate(context, name);
      case STREAM -> Http2Pipelines.addStreamGate(context.channel(), name);
    }
  }

  /** Adds the handler behind the decoder and the encoder, if both are there. */
  private static void addBehindBoth(
      ChannelPipeline pipeline,
      ChannelHandlerContext added,
      Class<? extends ChannelHandler> otherType) {
    ChannelHandlerContext other = pipeline.context(otherType);
    if (other != null) {
      boolean addedIsLast =
          pipeline.names().indexOf(added.name()) > pipeline.names().indexOf(other.name());
      String last = addedIsLast ? added.name() : other.name();
      pipeline.addAfter(last, NAME, new Http1RequestGate());
    }
  }
}
