package testapp;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;

/** Undertow without servlets: HTTP/1.1, and HTTP/2 after an upgrade or with prior knowledge. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    int port = AppRuntime.port(args);
    Undertow undertow =
        Undertow.builder()
            .addHttpListener(port, "127.0.0.1")
            // One loop for all connections: blocking it delays every other request.
            .setIoThreads(1)
            .setServerOption(UndertowOptions.ENABLE_HTTP2, true)
            .setHandler(Pages.handler())
            .build();
    undertow.start();
    var address = (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
    AppRuntime.ready(address.getPort());
  }
}
