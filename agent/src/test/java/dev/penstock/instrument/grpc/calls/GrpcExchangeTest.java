package dev.penstock.instrument.grpc.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ServerStream;
import io.grpc.internal.ServerStreamListener;
import io.grpc.internal.ServerTransport;
import io.grpc.internal.ServerTransportListener;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A call of a server, between a transport and a library that record what they are told. */
class GrpcExchangeTest {
  private final List<String> events = new ArrayList<>();

  /** What the executor of the transport has to run. */
  private final List<Runnable> tasks = new ArrayList<>();

  private final Metadata headers = new Metadata();
  private Metadata sent = new Metadata();
  private @Nullable ServerStreamListener transportsListener;

  private final ServerStream stream = fake(ServerStream.class, this::streamCalled);
  private final ServerTransportListener library =
      fake(
          ServerTransportListener.class,
          (self, method, arguments) -> {
            events.add("started");
            start((ServerStream) arguments[0]);
            return null;
          });
  private final ScheduledExecutorService executor =
      fake(
          ScheduledExecutorService.class,
          (self, method, arguments) -> {
            tasks.add((Runnable) arguments[0]);
            return null;
          });
  private final ServerTransport transport =
      fake(ServerTransport.class, (self, method, arguments) -> executor);
  private final GrpcExchange exchange =
      new GrpcExchange(library, transport, stream, "shop.Orders/Get", headers);

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private @Nullable Object streamCalled(Object self, Method method, Object[] a)
      throws UnknownHostException {
    switch (method.getName()) {
      case "getAuthority" -> {
        return "Shop.Example:443";
      }
      case "getAttributes" -> {
        InetAddress client = InetAddress.getByAddress(new byte[] {10, 0, 0, 7});
        return Attributes.newBuilder()
            .set(Grpc.TRANSPORT_ATTR_REMOTE_ADDR, new InetSocketAddress(client, 5_000))
            .set(Grpc.TRANSPORT_ATTR_LOCAL_ADDR, new InetSocketAddress(client, 443))
            .build();
      }
      case "setListener" -> transportsListener = (ServerStreamListener) a[0];
      case "writeHeaders" -> sent = (Metadata) a[0];
      case "close" -> {
        sent = (Metadata) a[1];
        events.add("closed with " + ((Status) a[0]).getCode());
      }
      default -> events.add(method.getName());
    }
    return null;
  }

  /** What the library does with a stream. */
  private void start(ServerStream started) {
    started.setListener(
        fake(
            ServerStreamListener.class,
            (self, method, arguments) -> {
              events.add("library: " + method.getName());
              return null;
            }));
  }

  private ServerStreamListener listener() {
    assertThat(transportsListener).isNotNull();
    return transportsListener;
  }

  private void put(String name, String value) {
    headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
  }

  private @Nullable String sent(String name) {
    return sent.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
  }

  @Test
  void rulesSeeThePathTheHostTheAddressAndTheMetadata() {
    put("x-user", "ann");
    put("x-list", "a");
    put("x-list", "b");
    assertThat(exchange.method()).isEqualTo("POST");
    assertThat(exchange.path()).isEqualTo("/shop.Orders/Get");
    assertThat(exchange.otherPaths()).isEmpty();
    assertThat(exchange.query()).isNull();
    assertThat(exchange.host()).isEqualTo("shop.example");
    assertThat(exchange.remoteAddress()).isEqualTo("10.0.0.7");
    assertThat(exchange.localPort()).isEqualTo(443);
    assertThat(exchange.header("X-User")).isEqualTo("ann");
    assertThat(exchange.onlyHeader("X-User")).isEqualTo("ann");
    assertThat(exchange.header("X-List")).isEqualTo("a");
    assertThat(exchange.headerLines("X-List")).isEqualTo("a,b");
    assertThat(exchange.header("X-Missing")).isNull();
    assertThat(exchange.header("trace-bin")).isNull();
    assertThat(exchange.header("no name of metadata!")).isNull();
  }

  @Test
  void aRejectedCallEndsWithTheDelay() {
    List<HeaderField> fields =
        List.of(new HeaderField("Retry-After", "7"), new HeaderField("RateLimit", "\"api\";r=0"));
    exchange.reject(new RejectionResponse(429, fields, "text/plain", "too many\n"));
    assertThat(events).containsExactly("closed with RESOURCE_EXHAUSTED");
    assertThat(sent("retry-after")).isEqualTo("7");
    assertThat(sent("ratelimit")).isEqualTo("\"api\";r=0");
    assertThat(sent("grpc-retry-pushback-ms")).isEqualTo("7000");
    assertThat(sent.keys()).contains("google.rpc.retryinfo-bin", "grpc-status-details-bin");
    listener().closed(Status.OK);
    assertThat(events).hasSize(1);
  }

  @Test
  void anAdmittedCallReportsItsEndAndHasTheFields() {
    assertThat(exchange.replacement()).isNull();
    exchange.addHeader("RateLimit", "\"api\";r=1");
    exchange.expectEnd();
    ServerStream ours = (ServerStream) exchange.replacement();
    assertThat(ours).isNotNull();
    start(ours);
    assertThat(exchange.endsLater(() -> events.add("ended " + exchange.status()))).isTrue();
    Metadata shared = new Metadata();
    ours.writeHeaders(shared, /* flush= */ true);
    assertThat(sent("ratelimit")).isEqualTo("\"api\";r=1");
    assertThat(shared.keys()).isEmpty();
    listener().onReady();
    ours.close(Status.NOT_FOUND, new Metadata());
    listener().closed(Status.OK);
    assertThat(events)
        .containsExactly(
            "library: onReady", "closed with NOT_FOUND", "ended 404", "library: closed");
  }

  @Test
  void aHeldCallIsStartedLaterAndItsEventsFollow() {
    headers.put(GrpcUtil.TIMEOUT_KEY, 1_000_000_000L);
    exchange.suspendFor(1_000);
    listener().onReady();
    assertThat(events).isEmpty();
    assertThat(tasks).hasSize(1);
    tasks.get(0).run();
    assertThat(events).containsExactly("started", "library: onReady");
    assertThat(headers.get(GrpcUtil.TIMEOUT_KEY)).isLessThan(1_000_000_000L);
  }

  @Test
  void aCallThatWasCanceledWhileItWasHeldIsNotStarted() {
    List<Runnable> decided = new ArrayList<>();
    exchange.suspendUntil(decided::add);
    assertThat(exchange.endsLater(() -> events.add("ended " + exchange.status()))).isTrue();
    listener().closed(Status.CANCELLED);
    decided.get(0).run();
    tasks.get(0).run();
    assertThat(events).containsExactly("ended 499");
  }
}
