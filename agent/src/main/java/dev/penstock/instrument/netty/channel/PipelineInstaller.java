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

  @Override
  public void install(HandlerPlace place, Object object) {
    ChannelHandlerContext context = (ChannelHandlerContext) object;
    ChannelPipeline pipeline = context.pipeline();
    if (context.isRemoved() || pipeline.context(NAME) != null) {
      return;
    }
    switch (place) {
      case SERVER_CODEC -> pipeline.addAfter(context.name(), NAME, new Http1RequestGate());
      case REQUEST_DECODER -> addBehindBoth(pipeline, context, HttpResponseEncoder.class);
      case RESPONSE_ENCODER -> addBehindBoth(pipeline, context, HttpRequestDecoder.class);
      case STREAM_MESSAGES -> Http2Pipelines.addMessageGate(context, NAME);
      case STREAM -> Http2Pipelines.addStreamGate(context.channel(), NAME);
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
