package dev.penstock.instrument.jdkserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.server.CurrentCall;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a request of the JDK's HTTP server ends. */
class JdkServerRequestEndTest {
  private static final byte[] TEXT = "text".getBytes(StandardCharsets.UTF_8);

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final Socket client = new Socket();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), /* backlog= */ 0);
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.stop(/* delay= */ 0);
  }

  @Test
  void aRequestEndsWhenItsResponseIsClosed() throws Exception {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(201, TEXT.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(TEXT);
          }
        });
    assertThat(next()).isEqualTo("ended with the handler: 201");
  }

  @Test
  void aResponseWithoutABodyEndsTheRequest() throws Exception {
    serve(exchange -> exchange.sendResponseHeaders(204, -1));
    assertThat(next()).isEqualTo("ended with the handler: 204");
  }

  @Test
  void theLastAnnouncedByteEndsTheRequest() throws Exception {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(200, TEXT.length);
          exchange.getResponseBody().write(TEXT[0]);
          exchange.getResponseBody().write(TEXT, 1, TEXT.length - 1);
          exchange.getResponseBody().flush();
        });
    assertThat(next()).isEqualTo("ended with the handler: 200");
  }

  @Test
  void aRequestEndsWhenItsExchangeIsClosedWithoutAResponse() throws Exception {
    serve(
        exchange -> {
          exchange.close();
          JdkServerExchanges.closed(exchange);
        });
    assertThat(next()).isEqualTo("ended with the handler: 500");
  }

  @Test
  void aResponseOnAnotherThreadEndsTheRequestLater() throws Exception {
    CountDownLatch returned = new CountDownLatch(1);
    serve(
        exchange -> new Thread(() -> respondAfter(returned, exchange)).start(),
        returned::countDown);
    assertThat(next()).isEqualTo("ends later");
    assertThat(next()).isEqualTo("ended: 202");
  }

  @Test
  void theThreadHasNoCurrentCallAfterTheRequest() throws Exception {
    serve(
        exchange -> {
          events.add("inside " + (CurrentCall.get() != null));
          exchange.sendResponseHeaders(204, -1);
        },
        () -> events.add("inside " + (CurrentCall.get() != null)));
    assertThat(next()).isEqualTo("inside true");
    assertThat(next()).isEqualTo("ended with the handler: 204");
    assertThat(next()).isEqualTo("inside false");
  }

  private static void respondAfter(CountDownLatch latch, HttpExchange exchange) {
    try {
      latch.await();
      exchange.sendResponseHeaders(202, 0);
      exchange.getResponseBody().write(TEXT);
      exchange.close();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(HttpHandler handler) throws IOException {
    serve(handler, () -> {});
  }

  /** Serves one request as the instrumented server would. */
  private void serve(HttpHandler handler, Runnable afterwards) throws IOException {
    server.createContext(
        "/",
        exchange -> {
          InboundExchange inbound = JdkServerExchanges.first(exchange, any -> false);
          inbound.expectEnd();
          inbound.attach("attachment");
          handler.handle(exchange);
          inbound.methodReturned();
          boolean later = inbound.endsLater(() -> events.add("ended: " + inbound.status()));
          events.add(later ? "ends later" : "ended with the handler: " + inbound.status());
          afterwards.run();
        });
    client.connect(server.getAddress());
    String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  private String next() throws InterruptedException {
    return String.valueOf(events.poll(20, TimeUnit.SECONDS));
  }
}
