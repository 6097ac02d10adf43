package dev.penstock.twin;

/** Some charges that are given back by one script. */
public final class Refunds extends Inquiry {
  private static final byte[] IN_PART = Arguments.ascii("part");
  private static final byte[] FORGET = Arguments.ascii("forget");

  private final Member member;

  /**
   * @param member whose charges they are
   */
  public Refunds(Member member) {
    super(Operation.REFUND);
    this.member = member;
  }

  public void giveBack(Charge charge, Refunding how) {
    Twin twin = charge.twin();
    Arguments arguments = about(twin, charge.key());
    if (how == Refunding.EVERYTHING && !(twin instanceof SlotsTwin)) {
      arguments.add(FORGET);
    } else {
      arguments.add(IN_PART);
      twin.refund(arguments, charge, how, member);
    }
  }

  /**
   * Forgets all that a key has spent, which is not one for calls in flight.
   *
   * @param key the name of the key. Not to be changed
   */
  public void forget(Twin twin, byte[] key) {
    about(twin, key).add(FORGET);
  }
}
