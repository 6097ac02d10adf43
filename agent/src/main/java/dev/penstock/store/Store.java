package dev.penstock.store;

import dev.penstock.limit.Limit;

/** Remembers what was spent. */
public interface Store {
  /**
   * The budget of this name. One that is known already keeps what its keys have spent, from the
   * next decision on judged by the limit given here.
   */
  Budget budget(String name, Limit limit);

  /**
   * Charges all claims if each of them is granted, or none; the answer is in the claims. What was
   * charged for them by an earlier settlement is given back if they are refused now.
   */
  void settle(Claims claims);

  /** Refuses all claims, because the call is turned away for another reason. */
  void revoke(Claims claims);

  /** Gives back what was charged, because it turned out not to count. */
  void giveBack(Receipt receipt);

  /** Gives back the place in the queue of a call that has left it before its turn. */
  void giveUp(Receipt receipt);

  /** Forgets all that the key of this charge has spent. */
  void forgive(Receipt receipt);
}
