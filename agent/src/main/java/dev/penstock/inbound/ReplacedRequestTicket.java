package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import org.jspecify.annotations.Nullable;

/** The ticket of a request that continues with another request object, and needs nothing else. */
public record ReplacedRequestTicket(Object replacement) implements Ticket {
  @Override
  public boolean skipsMethod() {
    return false;
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
