package dev.penstock.inbound;

import dev.penstock.bootstrap.Ticket;
import org.jspecify.annotations.Nullable;

/** What a call gets that goes on with another object for it than the one that came. */
public record ReplacedRequestTicket(Object handedOn) implements Ticket {
  @Override
  public boolean skipsMethod() {
    return false;
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
