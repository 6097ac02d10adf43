package testapp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpServerUpgradeHandler.UpgradeEvent;

/** Passes the request that has upgraded a connection on as the one of stream 1. */
final class UpgradedRequests extends ChannelInboundHandlerAdapter {
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof UpgradeEvent upgrade) {
      FullHttpRequest request = upgrade.upgradeRequest().retain();
      request.headers().set("x-http2-stream-id", "1");
      ctx.fireChannelRead(request);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }
}
