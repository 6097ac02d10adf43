package dev.penstock.instrument.grpc.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.RecordedPermit;
import dev.penstock.instrument.grpc.StartingCall;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call of a client between the application and a library that records what it is told. */
class PacedClientCallTest {
  private final List<String> events = new ArrayList<>();
  private final RecordedPermit permit = new RecordedPermit(events);
  private final RecordedCall library = new RecordedCall();
  private final PacedClientCall<String, String> call =
      new PacedClientCall<>(
          library,
          new CallTarget(
              new ChannelInternals(),
              new ShopChannel(),
              descriptor(),
              CallOptions.DEFAULT.withExecutor(Runnable::run)));
  private final ClientCall.Listener<String> application =
      new ClientCall.Listener<>() {
        @Override
        public void onClose(Status status, Metadata trailers) {
          events.add("application: " + status.getCode());
        }
      };

  /** What the gate does with a call: hold, reject or send. */
  private String verdict = "send";

  private @Nullable OutboundCall seen;

  @BeforeEach
  void start() {
    Gate.install(new Verdicts());
  }

  @AfterEach
  void stop() {
    Gate.install(null);
  }

  @Test
  void rulesSeeTheUrl() {
    call.start(application, new Metadata());
    assertThat(seen).hasToString("POST https://shop.example:8443/shop.Orders/Get");
  }

  @Test
  void aHeldCallIsSentLaterInOrder() {
    verdict = "hold";
    call.start(application, new Metadata());
    call.request(1);
    call.sendMessage("a");
    call.halfClose();
    assertThat(call.isReady()).isFalse();
    assertThat(events).isEmpty();
    permit.start();
    assertThat(events).containsExactly("start", "request", "a", "half-close");
    call.sendMessage("b");
    library.close(Status.OK);
    assertThat(events).endsWith("b", "responded 200 null", "closed", "application: OK");
  }

  @Test
  void aCallThatIsCanceledWhileItIsHeldIsNeverStarted() {
    verdict = "hold";
    call.start(application, new Metadata());
    call.sendMessage("a");
    call.cancel("enough", /* cause= */ null);
    call.halfClose();
    assertThat(events).containsExactly("permit cancelled", "cancel", "application: CANCELLED");
  }

  @Test
  void aRejectedCallIsNeverStarted() {
    verdict = "reject";
    call.start(application, new Metadata());
    call.sendMessage("a");
    assertThat(events).containsExactly("cancel", "application: RESOURCE_EXHAUSTED");
  }

  private static MethodDescriptor<String, String> descriptor() {
    MethodDescriptor.Marshaller<String> unused =
        new MethodDescriptor.Marshaller<>() {
          @Override
          public InputStream stream(String message) {
            throw new UnsupportedOperationException();
          }

          @Override
          public String parse(InputStream message) {
            throw new UnsupportedOperationException();
          }
        };
    return MethodDescriptor.newBuilder(unused, unused)
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName("shop.Orders/Get")
        .build();
  }

  /** Treats calls as the verdict says. */
  private final class Verdicts implements Gatekeeper {
    @Override
    public @Nullable Ticket enter(
        String hook, Object place, Object request, @Nullable Object response) {
      return null;
    }

    @Override
    public Ticket enterClient(String method, Object client, Object[] arguments) {
      OutboundCall outbound = ((StartingCall) client).outboundCall(arguments);
      seen = outbound;
      boolean sends = verdict.equals("send");
      try {
        if (verdict.equals("hold")) {
          outbound.suspend(permit);
        } else if (!sends) {
          outbound.reject(new IOException("too many"));
        }
      } catch (IOException impossible) {
        throw new AssertionError(impossible);
      }
      return new Ticket() {
        @Override
        public boolean skipsMethod() {
          return !sends;
        }

        @Override
        public Object replacement() {
          return outbound.arguments(arguments, permit);
        }

        @Override
        public void close(@Nullable Throwable thrown) {}
      };
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      events.add(hook + ": " + error);
    }
  }

  private final class RecordedCall extends ClientCall<String, String> {
    private @Nullable Listener<String> listener;

    void close(Status status) {
      Listener<String> started = listener;
      assertThat(started).isNotNull();
      started.onHeaders(new Metadata());
      started.onClose(status, new Metadata());
    }

    @Override
    public void start(Listener<String> newListener, Metadata headers) {
      listener = newListener;
      events.add("start");
    }

    @Override
    public void request(int messages) {
      events.add("request");
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
      events.add("cancel");
    }

    @Override
    public void halfClose() {
      events.add("half-close");
    }

    @Override
    public void sendMessage(String message) {
      events.add(message);
    }
  }

  /** A channel whose transport is not known. */
  private static final class ShopChannel extends Channel {
    @Override
    public <Q, S> ClientCall<Q, S> newCall(MethodDescriptor<Q, S> method, CallOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String authority() {
      return "Shop.example:8443";
    }
  }
}
