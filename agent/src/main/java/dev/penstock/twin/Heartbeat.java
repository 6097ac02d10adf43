package dev.penstock.twin;

/** A member's sign of life: how many slots of some keys it really holds. */
public final class Heartbeat extends Inquiry {
  private final Member member;

  public Heartbeat(Member member) {
    super(Operation.RENEW);
    this.member = member;
  }

  /** Says how many slots of a key it holds; 0 if it holds none any more. */
  public void holds(Twin twin, byte[] key, long slots) {
    SlotsTwin.addMember(about(twin, key), member);
    arguments().add(Arguments.ascii(slots));
  }
}
