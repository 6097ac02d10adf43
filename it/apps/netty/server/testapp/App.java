package testapp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ServerUpgradeCodec;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.codec.http2.HttpToHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.InboundHttp2ToHttpAdapterBuilder;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import java.util.logging.LogManager;

/**
 * Netty without a framework: HTTP/1.1, and HTTP/2 after an upgrade or with prior knowledge. Three
 * ports differ in what they do with streams: a channel for each, or messages or frames in one.
 */
public final class App {
  private static final int MAX_BODY = 32 * 1024 * 1024;

  private static volatile String otherPorts = "";

  private App() {}

  public static void main(String[] args) throws InterruptedException {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    // One loop for all connections: blocking it delays every other request.
    var group = new NioEventLoopGroup(1);
    int main = bind(group, App::addHttp, port);
    otherPorts = bind(group, App::addMessages, 0) + " " + bind(group, App::addFrames, 0);
    AppRuntime.ready(main);
  }

  private static int bind(NioEventLoopGroup group, Handlers handlers, int port)
      throws InterruptedException {
    Channel server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(initializer(handlers))
            .bind("127.0.0.1", port)
            .sync()
            .channel();
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** The port for messages and the port for frames. */
  static String otherPorts() {
    return otherPorts;
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

  private static void addMessages(Channel channel) {
    addUpgradable(
        channel,
        () -> {
          var connection = new DefaultHttp2Connection(/* server= */ true);
          var messages =
              new InboundHttp2ToHttpAdapterBuilder(connection)
                  .maxContentLength(MAX_BODY)
                  .propagateSettings(false)
                  .build();
          return new Http2ServerUpgradeCodec(
              new HttpToHttp2ConnectionHandlerBuilder()
                  .connection(connection)
                  .frameListener(messages)
                  .build());
        },
        new UpgradedRequests());
  }

  private static void addFrames(Channel channel) {
    addUpgradable(
        channel,
        () ->
            new Http2ServerUpgradeCodec(
                Http2FrameCodecBuilder.forServer().build(), new FramesToMessages()),
        new ChannelInboundHandlerAdapter());
  }

  private static void addUpgradable(
      Channel channel, Supplier<Http2ServerUpgradeCodec> upgrade, ChannelHandler next) {
    var codec = new HttpServerCodec();
    channel
        .pipeline()
        .addLast(codec)
        .addLast(new HttpServerUpgradeHandler(codec, protocol -> upgrade.get(), MAX_BODY))
        .addLast(next)
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
