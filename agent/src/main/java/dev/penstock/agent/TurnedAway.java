package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import org.jspecify.annotations.Nullable;

/** What a call that was turned away gets; there is nothing to hear of it again. */
enum TurnedAway implements Ticket {
  TICKET;

  @Override
  public boolean refused() {
    return true;
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
