package testapp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ServerUpgradeCodec;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;

/** Netty without a framework: HTTP/1.1, and HTTP/2 after an upgrade or with prior knowledge. */
public final class App {
  private static final int MAX_BODY = 32 * 1024 * 1024;

  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    // One loop for all connections: blocking it delays every other request.
    Channel server =
        new ServerBootstrap()
            .group(new NioEventLoopGroup(1))
            .channel(NioServerSocketChannel.class)
            .childHandler(initializer(App::addHttp))
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    AppRuntime.ready(((InetSocketAddress) server.localAddress()).getPort());
  }

  /** Adds handlers to a channel. */
  private interface Handlers {
    void addTo(Channel channel);
  }

  private static ChannelHandler initializer(Handlers handlers) {
    return new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel channel) {
        handlers.addTo(channel);
      }
    };
  }

  private static void addHttp(Channel channel) {
    var codec = new HttpServerCodec();
    var upgrade =
        new HttpServerUpgradeHandler(
            codec,
            protocol ->
                new Http2ServerUpgradeCodec(
                    Http2FrameCodecBuilder.forServer().build(),
                    new Http2MultiplexHandler(initializer(App::addStream))),
            MAX_BODY);
    channel
        .pipeline()
        .addLast(new CleartextHttp2ServerUpgradeHandler(codec, upgrade, initializer(App::addHttp2)))
        .addLast(new HttpServerKeepAliveHandler())
        .addLast(new HttpObjectAggregator(MAX_BODY))
        .addLast(new Pages());
  }

  private static void addHttp2(Channel channel) {
    channel
        .pipeline()
        .addLast(Http2FrameCodecBuilder.forServer().build())
        .addLast(new Http2MultiplexHandler(initializer(App::addStream)));
  }

  private static void addStream(Channel channel) {
    channel
        .pipeline()
        .addLast(new Http2StreamFrameToHttpObjectCodec(/* isServer= */ true))
        .addLast(new HttpObjectAggregator(MAX_BODY))
        .addLast(new Pages());
  }
}
