package dev.penstock.shadow;

import java.util.function.Consumer;

/** Reports every diverging call to the divergence log, on the thread of the call. */
public final class DivergenceListener {
  private static final long MILLI_MICROS = 1_000;

  /** Ignores all calls. */
  public static final DivergenceListener NONE =
      new DivergenceListener(/* outbound= */ false, key -> 0, divergence -> {});

  private final boolean outbound;
  private final ClientNames clients;
  private final Consumer<Divergence> log;

  /**
   * Creates a listener for one direction.
   *
   * @param log receives each diverging call
   */
  public DivergenceListener(boolean outbound, ClientNames clients, Consumer<Divergence> log) {
    this.outbound = outbound;
    this.clients = clients;
    this.log = log;
  }

  void diverged(
      ComparisonLedger ledger,
      ComparisonOutcome outcome,
      long atMicros,
      ShadowOutcome enforced,
      ShadowOutcome candidate) {
    ShadowOutcome rejecting =
        outcome == ComparisonOutcome.ONLY_CANDIDATE_REJECTS ? candidate : enforced;
    int row = rejecting.tightestRow();
    String key = rejecting.client();
    long hash =
        rejecting.hasKeyHash() ? clients.hashOf(key, rejecting.keyHash()) : clients.hashOf(key);
    String client = ledger.countClient(outcome, row, key, hash, clients);
    log.accept(
        new Divergence(
            atMicros / MILLI_MICROS,
            outbound,
            ledger.rows().names().get(row),
            client,
            enforced.side(),
            candidate.side()));
  }
}
