package dev.penstock.store;

/** A charge that may be given back when the call has ended. */
public final class Receipt {
  private final Claim claim;
  private final long chargedAtMicros;

  Receipt(Claim claim, long chargedAtMicros) {
    this.claim = new Claim(claim);
    this.chargedAtMicros = chargedAtMicros;
  }

  void giveBack(long nowMicros, boolean all) {
    claim.giveBack(chargedAtMicros, nowMicros, all);
  }
}
