package dev.penstock.store;

import dev.penstock.limit.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call wants to spend from which budgets, and the result of its settlement.
 *
 * <p>Claims are reused, so that a decision that admits a call allocates nothing. Further claims can
 * be added after a settlement and are settled next; all or nothing then applies to both groups.
 */
public final class Claims {
  /** Decide at the time of the settlement. */
  public static final long NOW = 0;

  private static final int INITIAL_CAPACITY = 8;

  private Claim[] claims = new Claim[INITIAL_CAPACITY];
  private int size;

  /** The claims before this one were settled and granted by an earlier settlement. */
  private int firstUnsettled;

  private boolean granted;
  private long nowMicros;
  private long asOfMicros;

  /** True if there is a claim for which the call may have to wait in a queue. */
  private boolean mayWait;

  /** The queue that the call waits in until its turn; null if it does not wait. */
  private @Nullable InboundQueue queue;

  private long turnMicros;

  /** Prepares for another call. */
  public void clear() {
    clear(NOW);
  }

  /**
   * Prepares for another call.
   *
   * @param newAsOfMicros the instant to decide at, or {@link #NOW}
   */
  public void clear(long newAsOfMicros) {
    size = 0;
    firstUnsettled = 0;
    granted = true;
    asOfMicros = newAsOfMicros;
    nowMicros = 0;
    if (mayWait) {
      mayWait = false;
      queue = null;
    }
  }

  /**
   * Keeps the settled claims and prepares for further ones.
   *
   * @param newAsOfMicros the instant to decide at, or {@link #NOW}
   */
  public void resume(long newAsOfMicros) {
    firstUnsettled = size;
    asOfMicros = newAsOfMicros;
  }

  /** The instant to decide at: a given one, or else the time of the clock. */
  public long timeBy(Ticker ticker) {
    return asOfMicros == NOW ? ticker.micros() : asOfMicros;
  }

  /** Adds a budget that the call has to be paid from. */
  public void add(Budget budget, long keyHigh, long keyLow, long units) {
    if (size == claims.length) {
      claims = Arrays.copyOf(claims, 2 * size);
    }
    Claim claim = ((Claimable) budget).claim(claims[size], keyHigh, keyLow, units);
    claim.waitAnywhere();
    claims[size] = claim;
    size++;
  }

  /** Lets the call wait in this queue for its turn by the last claim, if the queue has a place. */
  public void waitIn(InboundQueue newQueue) {
    claims[size - 1].waitIn(newQueue, newQueue.fullForMicros(timeBy(newQueue.ticker())));
    mayWait = true;
  }

  /** Lets the last claim wait as long as another claim to the same budget may. */
  public void waitAs(Claim other) {
    claims[size - 1].waitIn(/* newQueue= */ null, other.fullForMicros());
  }

  /**
   * Enters the queue of a settled call that has to wait. If other calls have taken the last places
   * since the claim was added, settles the claims again, without a wait.
   */
  public void enterQueue(Store store) {
    InboundQueue entered = mayWait ? queueToEnter() : null;
    if (entered == null) {
      return;
    }
    long now = timeBy(entered.ticker());
    long turn = now + longestDelayMicros();
    if (entered.enter(now, turn)) {
      queue = entered;
      turnMicros = turn;
    } else {
      settleWithoutWait(store);
    }
  }

  /** Enters the queue even if it is full, for a call that occupies no thread while it waits. */
  public void enterQueueAnyway() {
    InboundQueue entered = mayWait ? queueToEnter() : null;
    if (entered != null) {
      queue = entered;
      turnMicros = timeBy(entered.ticker()) + longestDelayMicros();
      entered.enterAnyway(turnMicros);
    }
  }

  private @Nullable InboundQueue queueToEnter() {
    return granted && longestDelayMicros() > 0 ? claims[slowest()].queue() : null;
  }

  private void settleWithoutWait(Store store) {
    for (int i = firstUnsettled; i < size; i++) {
      Claim claim = claims[i];
      InboundQueue full = claim.queue();
      store.cancel(claim.receipt());
      claim.startAgain();
      // The queue was full a moment ago; if it no longer is, the next request finds a place.
      claim.waitIn(full, full == null ? 0 : Math.max(1, full.fullForMicros(timeBy(full.ticker()))));
    }
    store.settle(/* claims= */ this);
  }

  /** How many budgets have to grant. */
  public int size() {
    return size;
  }

  /** The first claim of the current settlement. */
  public int firstUnsettled() {
    return firstUnsettled;
  }

  /** True if all budgets granted and were charged. */
  public boolean granted() {
    return granted;
  }

  /** The budget and the key of a claim. */
  public ClaimedKey key(int claim) {
    return claims[claim].key();
  }

  /** The first half of the key's hash. */
  public long keyHash(int claim) {
    return claims[claim].high();
  }

  /** What was unusual about the decision on a claim. */
  public int remarks(int claim) {
    return claims[claim].remarks();
  }

  /** How many units a claim is for. */
  public long cost(int claim) {
    return claims[claim].cost();
  }

  /** The limit that decided on a claim. */
  public Limit limit(int claim) {
    return claims[claim].limit();
  }

  /** How many units are left for the key of a claim. */
  public long remaining(int claim) {
    return claims[claim].remaining(nowMicros);
  }

  /** How long until more units are left, as clients see it. */
  public long resetMicros(int claim) {
    return claims[claim].resetMicros(nowMicros);
  }

  /** How long until this claim alone is granted; 0 if it was granted or would have been. */
  public long waitMicros(int claim) {
    return granted || claim < firstUnsettled ? 0 : claims[claim].waitMicros(nowMicros);
  }

  /** How long until the same claims, without other traffic, are all granted. */
  public long longestWaitMicros() {
    long longest = 0;
    for (int i = 0; i < size; i++) {
      longest = Math.max(longest, waitMicros(i));
    }
    return longest;
  }

  /** How long the call has to wait to keep the pace of one claim. */
  public long delayMicros(int claim) {
    return granted && claim >= firstUnsettled ? claims[claim].delayMicros(nowMicros) : 0;
  }

  /** How long the call has to wait to keep the pace of all claims. */
  public long longestDelayMicros() {
    long longest = 0;
    for (int i = 0; i < size; i++) {
      longest = Math.max(longest, delayMicros(i));
    }
    return longest;
  }

  /** The claim that delays the call the longest. */
  public int slowest() {
    int slowest = 0;
    for (int i = 1; i < size; i++) {
      slowest = delayMicros(i) > delayMicros(slowest) ? i : slowest;
    }
    return slowest;
  }

  /** The claim with the longest wait, or, among equals, with the fewest units left. */
  public int tightest() {
    int tightest = 0;
    for (int i = 1; i < size; i++) {
      int longer = Long.compare(waitMicros(i), waitMicros(tightest));
      if (longer > 0 || (longer == 0 && remaining(i) < remaining(tightest))) {
        tightest = i;
      }
    }
    return tightest;
  }

  /** The record of the charge of a claim, needed to refund it. */
  public Receipt receipt(int claim) {
    return claims[claim].receipt();
  }

  /** The records of all charges. */
  public List<Receipt> receipts() {
    List<Receipt> receipts = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      receipts.add(receipt(i));
    }
    return receipts;
  }

  /** Refunds all charges, because the call has left before its turn. */
  public void cancel(Store store) {
    InboundQueue left = queue;
    queue = null;
    if (left != null) {
      left.leave(turnMicros);
    }
    for (int i = 0; i < size; i++) {
      if (i < firstUnsettled) {
        store.refund(receipt(i));
      } else {
        store.cancel(receipt(i));
      }
    }
  }

  /** When the claims were settled; 0 if they were not. */
  public long settledAtMicros() {
    return nowMicros;
  }

  /** A claim, for its store. */
  public Claim get(int claim) {
    return claims[claim];
  }

  /** Records the result of a settlement. Called by the store, with the time of its clock. */
  public void settled(boolean allGranted, long decidedAtMicros) {
    granted = allGranted;
    nowMicros = decidedAtMicros;
  }
}
