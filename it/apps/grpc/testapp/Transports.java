package testapp;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A server and a channel to it for each transport. */
final class Transports {
  private static final String NAME = "calls";

  /** Numbers have to be of type double. */
  private static final Map<String, ?> RETRIES =
      Map.of(
          "methodConfig",
          List.of(
              Map.of(
                  "name",
                  List.of(Map.of("service", "test.Calls", "method", "Flaky")),
                  "retryPolicy",
                  Map.of(
                      "maxAttempts",
                      4.0,
                      "initialBackoff",
                      "0.01s",
                      "maxBackoff",
                      "0.01s",
                      "backoffMultiplier",
                      1.0,
                      "retryableStatusCodes",
                      List.of("UNAVAILABLE")))));

  private final Map<String, ManagedChannel> channels = new LinkedHashMap<>();
  private final ServerServiceDefinition service;

  Transports(ServerServiceDefinition service) throws IOException {
    this.service = service;
    addNetty();
    addShadedNetty();
    InProcessServerBuilder.forName(NAME).addService(service).build().start();
    channels.put("in-process", InProcessChannelBuilder.forName(NAME).build());
  }

  ManagedChannel channel(String transport) {
    return channels.get(transport);
  }

  /** One event loop for all connections: blocking it delays every other call. */
  private void addNetty() throws IOException {
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Server server =
        NettyServerBuilder.forAddress(local())
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .channelType(NioServerSocketChannel.class)
            .addService(service)
            .build()
            .start();
    channels.put(
        "netty",
        NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
            .usePlaintext()
            .defaultServiceConfig(RETRIES)
            .build());
  }

  /** Handlers run on the event loops. */
  private void addShadedNetty() throws IOException {
    Server server =
        io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder.forAddress(local())
            .directExecutor()
            .addService(service)
            .build()
            .start();
    channels.put(
        "netty-shaded",
        io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder.forAddress(
                "127.0.0.1", server.getPort())
            .usePlaintext()
            .defaultServiceConfig(RETRIES)
            .build());
  }

  private static InetSocketAddress local() {
    return new InetSocketAddress("127.0.0.1", 0);
  }
}
