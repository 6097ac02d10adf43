package dev.penstock.shadow;

import java.util.function.Consumer;

/** Hears of every call that diverges, on the thread of that call. */
public final class DivergenceListener {
  private static final long MILLI_MICROS = 1_000;

  /** Does nothing. */
  public static final DivergenceListener NONE =
      new DivergenceListener(/* outbound= */ false, key -> 0, divergence -> {});

  private final boolean outbound;
  private final ClientNames clients;
  private final Consumer<Divergence> log;

  /**
   * @param log told of each such call
   */
  public DivergenceListener(boolean outbound, ClientNames clients, Consumer<Divergence> log) {
    this.outbound = outbound;
    this.clients = clients;
    this.log = log;
  }

  void diverged(
      ComparisonLedger ledger,
      ComparisonOutcome outcome,
      long at,
      ShadowOutcome old,
      ShadowOutcome next) {
    ShadowOutcome refusing = outcome == ComparisonOutcome.ONLY_NEW_REJECTS ? next : old;
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
