package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.HeaderField;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the last segment of the path: {@code reject}, {@code turn} (after a second), {@code
 * later} (when the test says so), {@code fail}, {@code unwritable} (rejected with a field that
 * Netty refuses); everything else is admitted.
 */
final class FakeGatekeeper implements Gatekeeper {
  /** What has happened, in order. */
  final List<String> events = new ArrayList<>();

  /** Decides about the requests whose decisions are pending, oldest first. */
  final Queue<Runnable> pending = new ArrayDeque<>();

  /** True if pending decisions reject. */
  boolean rejectsLater;

  private final List<InboundExchange> decided = new ArrayList<>();

  @Override
  public @Nullable Ticket enter(
      String hook, Object place, Object request, @Nullable Object response) {
    InboundExchange exchange = (InboundExchange) request;
    String path = exchange.path();
    String last = path.substring(path.lastIndexOf('/') + 1);
    switch (last) {
      case "reject" -> {
        return reject(exchange, "Retry-After");
      }
      case "unwritable" -> {
        return reject(exchange, "");
      }
      case "turn" -> {
        exchange.suspendFor(1_000_000);
        return skipping();
      }
      case "fail" -> throw new StackOverflowError("the gate is broken");
      case "later" -> {
        if (decided.contains(exchange)) {
          return rejectsLater ? reject(exchange, "Retry-After") : admit(exchange);
        }
        exchange.endsLater(() -> events.add("ended " + path + " " + exchange.status()));
        exchange.suspendUntil(pending::add);
        decided.add(exchange);
        return skipping();
      }
      default -> {
        return admit(exchange);
      }
    }
  }

  private Ticket admit(InboundExchange exchange) {
    exchange.addHeader("RateLimit", "\"fake\";r=1");
    events.add("admitted " + exchange.method() + " " + exchange.path());
    return new Ticket() {
      @Override
      public boolean skipsMethod() {
        return false;
      }

      @Override
      public void close(@Nullable Throwable thrown) {
        exchange.endsLater(() -> ended(exchange));
      }
    };
  }

  private void ended(InboundExchange exchange) {
    events.add("ended " + exchange.path() + " " + exchange.status());
    if (exchange.status() == 101) {
      exchange.onClose(() -> events.add("closed"));
    }
  }

  private Ticket reject(InboundExchange exchange, String field) {
    exchange.reject(
        new RejectionResponse(429, List.of(new HeaderField(field, "7")), "text/plain", "too many"));
    events.add("rejected " + exchange.method() + " " + exchange.path());
    return skipping();
  }

  private static Ticket skipping() {
    return new Ticket() {
      @Override
      public boolean skipsMethod() {
        return true;
      }

      @Override
      public void close(@Nullable Throwable thrown) {}
    };
  }

  @Override
  public void suppressed(String hook, Throwable error) {
    events.add(hook + ": " + error.getMessage());
  }
}
