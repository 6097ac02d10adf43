package dev.penstock.store;

import dev.penstock.limit.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call wants to spend, from which budgets, and what came of it.
 *
 * <p>Made to be reused: a decision that admits allocates nothing. Claims can be added to ones that
 * are settled already and be settled after them; all or nothing then holds for both.
 */
public final class Claims {
  /** What is claimed is judged by the time at which it is. */
  public static final long NOW = 0;

  private static final int USUAL = 8;

  private Claim[] claims = new Claim[USUAL];
  private int size;

  /** The claims before this one were settled and granted by the time of the last settlement. */
  private int earlier;

  private boolean granted;
  private long nowMicros;
  private long asOfMicros;

  /** True if there is a claim for which the call may have to wait in a queue. */
  private boolean mayWait;

  /** Where the call waits, and until when; null if it does not. */
  private @Nullable InboundQueue queue;

  private long turnMicros;

  /** Forgets the call before. */
  public void clear() {
    clear(NOW);
  }

  /** Forgets the call before; the next one is judged as of an instant, or {@link #NOW}. */
  public void clear(long newAsOfMicros) {
    size = 0;
    earlier = 0;
    granted = true;
    asOfMicros = newAsOfMicros;
    nowMicros = 0;
    if (mayWait) {
      mayWait = false;
      queue = null;
    }
  }

  /**
   * Leaves what has been settled as it is; claims that follow are settled next, as of an instant or
   * {@link #NOW}.
   */
  public void resume(long newAsOfMicros) {
    earlier = size;
    asOfMicros = newAsOfMicros;
  }

  /** The instant to judge by, which is the clock's unless somebody has named another. */
  public long timeBy(Ticker ticker) {
    return asOfMicros == NOW ? ticker.micros() : asOfMicros;
  }

  /** Adds a budget that the call has to be paid from. */
  public void add(Budget budget, long keyHigh, long keyLow, long units) {
    if (size == claims.length) {
      claims = Arrays.copyOf(claims, 2 * size);
    }
    claims[size] = ((Claimable) budget).claim(claims[size], keyHigh, keyLow, units);
    claims[size].waitAnywhere();
    size++;
  }

  /** Lets the call wait in this queue for its turn by the last claim, if the queue has a place. */
  public void waitIn(InboundQueue newQueue) {
    claims[size - 1].waitIn(newQueue, newQueue.fullForMicros(timeBy(newQueue.ticker())));
    mayWait = true;
  }

  /** Lets the last claim wait as another claim for the same may. */
  public void waitAs(Claim other) {
    claims[size - 1].waitIn(/* newQueue= */ null, other.fullForMicros());
  }

  /**
   * Takes the place of a call that has to wait; to be called when it is settled. If other calls
   * have taken the last places since it was claimed, settles it again without a wait.
   */
  public void takePlace(Store store) {
    InboundQueue place = placeToTake();
    if (place == null) {
      return;
    }
    long now = timeBy(place.ticker());
    long turn = now + longestDelayMicros();
    if (place.enter(now, turn)) {
      queue = place;
      turnMicros = turn;
    } else {
      settleWithoutWait(store);
    }
  }

  /** The same for a call that holds no thread while it waits: it may be one too many. */
  public void takePlaceAnyway() {
    InboundQueue place = placeToTake();
    if (place != null) {
      queue = place;
      turnMicros = timeBy(place.ticker()) + longestDelayMicros();
      place.enterAnyway(turnMicros);
    }
  }

  private @Nullable InboundQueue placeToTake() {
    return mayWait && granted && longestDelayMicros() > 0 ? claims[slowest()].queue() : null;
  }

  private void settleWithoutWait(Store store) {
    for (int i = earlier; i < size; i++) {
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

  /** The first claim of the last settlement. */
  public int firstUnsettled() {
    return earlier;
  }

  /** True if all budgets granted, and were charged. */
  public boolean granted() {
    return granted;
  }

  /** Whose budget a claim is for, and of what. */
  public ClaimedKey key(int claim) {
    return claims[claim].key();
  }

  /** Whose budget a claim is for, as far as one word can tell. */
  public long keyHash(int claim) {
    return claims[claim].high();
  }

  /** What was unusual about how a claim was decided. */
  public int remarks(int claim) {
    return claims[claim].remarks();
  }

  /** How many units a claim is for. */
  public long cost(int claim) {
    return claims[claim].cost();
  }

  /** The limit that the claim was judged by. */
  public Limit limit(int claim) {
    return claims[claim].limit();
  }

  /** How many units are left for this claim's key. */
  public long remaining(int claim) {
    return claims[claim].remaining(nowMicros);
  }

  /** How long until more is left, as told to clients. */
  public long resetMicros(int claim) {
    return claims[claim].resetMicros(nowMicros);
  }

  /** How long until this claim alone would be granted; 0 if it was, or would have been. */
  public long waitMicros(int claim) {
    return granted || claim < earlier ? 0 : claims[claim].waitMicros(nowMicros);
  }

  /** How long until the same claims, alone, would all be granted. */
  public long longestWaitMicros() {
    long longest = 0;
    for (int i = 0; i < size; i++) {
      longest = Math.max(longest, waitMicros(i));
    }
    return longest;
  }

  /** How long the call has to be held before it goes on, to keep the pace of a claim. */
  public long delayMicros(int claim) {
    return granted && claim >= earlier ? claims[claim].delayMicros(nowMicros) : 0;
  }

  /** How long the call has to be held before it goes on, to keep the pace of all. */
  public long longestDelayMicros() {
    long longest = 0;
    for (int i = 0; i < size; i++) {
      longest = Math.max(longest, delayMicros(i));
    }
    return longest;
  }

  /** What was charged for a claim, to be given back later. */
  public Receipt receipt(int claim) {
    return claims[claim].receipt();
  }

  /** What was charged for all claims. */
  public List<Receipt> receipts() {
    List<Receipt> receipts = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      receipts.add(receipt(i));
    }
    return receipts;
  }

  /** The claim that the call has to be held longest for. */
  public int slowest() {
    int slowest = 0;
    for (int i = 1; i < size; i++) {
      slowest = delayMicros(i) > delayMicros(slowest) ? i : slowest;
    }
    return slowest;
  }

  /** Gives back all that was charged, because the call has left before its turn. */
  public void cancel(Store store) {
    InboundQueue left = queue;
    queue = null;
    if (left != null) {
      left.leave(turnMicros);
    }
    for (int i = 0; i < size; i++) {
      if (i < earlier) {
        store.refund(receipt(i));
      } else {
        store.cancel(receipt(i));
      }
    }
  }

  /** When it was decided; 0 if it was not. */
  public long settledAtMicros() {
    return nowMicros;
  }

  /** A claim as its store knows it. */
  public Claim get(int claim) {
    return claims[claim];
  }

  /** Told by the store what it has decided, and when by its clock. */
  public void settled(boolean allGranted, long decidedAtMicros) {
    granted = allGranted;
    nowMicros = decidedAtMicros;
  }
}
