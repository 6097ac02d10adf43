package dev.penstock.shadow;

import java.util.function.Consumer;

/** Hears of every call that diverges, on the thread of that call. */
public final class Listener {
  private static final long MILLI_MICROS = 1_000;

  /** Does nothing. */
  public static final Listener NONE =
      new Listener(/* outbound= */ false, key -> 0, divergence -> {});

  private final boolean outbound;
  private final Clients clients;
  private final Consumer<Divergence> log;

  /**
   * @param log told of each such call
   */
  public Listener(boolean outbound, Clients clients, Consumer<Divergence> log) {
    this.outbound = outbound;
    this.clients = clients;
    this.log = log;
  }

  void diverged(Ledger ledger, Outcome outcome, long at, Ruling old, Ruling next) {
    Ruling refusing = outcome == Outcome.ONLY_NEW_REJECTS ? next : old;
    int row = refusing.tightestRow();
    String key = refusing.client();
    long hash =
        refusing.hasKeyHash() ? clients.hashOf(key, refusing.keyHash()) : clients.hashOf(key);
    String client = ledger.countClient(outcome, row, key, hash, clients);
    log.accept(
        new Divergence(
            at / MILLI_MICROS,
            outbound,
            ledger.rows().names().get(row),
            client,
            old.side(),
            next.side()));
  }
}
