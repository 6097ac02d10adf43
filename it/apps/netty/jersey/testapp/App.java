package testapp;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.logging.LogManager;
import org.glassfish.jersey.netty.httpserver.NettyHttpContainerProvider;
import org.glassfish.jersey.server.ResourceConfig;

/** Jersey on its own server, which is built on Netty. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    URI address = URI.create("http://127.0.0.1:" + AppRuntime.port(args) + "/");
    Channel server =
        NettyHttpContainerProvider.createServer(
            address, new ResourceConfig(Pages.class), /* block= */ false);
    AppRuntime.ready(((InetSocketAddress) server.localAddress()).getPort());
  }
}
