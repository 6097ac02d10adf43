package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.thread.Completion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A store that answers when a test says so, on a thread of its own, and notes who waits for it on
 * the thread that it was made on, which is taken for that of an event loop.
 */
public final class SlowStore implements Store {
  private record Question(Claims claims, Completion<Claims> settled) {}

  private final LocalStore store;
  private final boolean keepsOwnTime;
  private final Thread eventLoop = Thread.currentThread();
  private final Deque<Question> questions = new ArrayDeque<>();
  private final List<String> blocked = new ArrayList<>();
  private int asked;

  public SlowStore(LocalStore store) {
    this(store, /* keepsOwnTime= */ false);
  }

  public SlowStore(LocalStore store, boolean keepsOwnTime) {
    this.store = store;
    this.keepsOwnTime = keepsOwnTime;
  }

  /** Answers the one who has asked first. */
  public void answer() {
    answer(questions.removeFirst());
  }

  /** Answers the one who has asked last. */
  public void answerLast() {
    answer(questions.removeLast());
  }

  /** Answers all who have asked by now, in their order. */
  public void answerAll() {
    for (int left = questions.size(); left > 0; left--) {
      answer();
    }
  }

  private void answer(Question question) {
    Thread thread =
        new Thread(
            () -> {
              store.settle(question.claims);
              question.settled.complete(question.claims);
            },
            "answers");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  /** How many have not got their answer. */
  public int waiting() {
    return questions.size();
  }

  /** How often it was asked, and did not know the answer at once. */
  public int asked() {
    return asked;
  }

  /** Fails if the event loop was ever made to wait. */
  public void checkNobodyWasBlocked() {
    assertThat(blocked).as("places where an event loop would have waited").isEmpty();
  }

  @Override
  public void settle(Claims claims) {
    if (Thread.currentThread() == eventLoop && !isSettled(claims)) {
      blocked.add(StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst()).toString());
    }
    store.settle(claims);
  }

  @Override
  public boolean settleAsync(Claims claims, Completion<Claims> settled) {
    if (isSettled(claims)) {
      store.settle(claims);
      return true;
    }
    asked++;
    questions.addLast(new Question(claims, settled));
    return false;
  }

  /** True if there is nothing to ask for. */
  private static boolean isSettled(Claims claims) {
    return claims.size() == claims.firstUnsettled();
  }

  @Override
  public boolean keepsOwnTime() {
    return keepsOwnTime;
  }

  @Override
  public Budget budget(String name, Limit limit, FailurePolicy onOutage) {
    return store.budget(name, limit, onOutage);
  }

  @Override
  public void rejectAll(Claims claims) {
    store.rejectAll(claims);
  }

  @Override
  public InboundQueues waitQueues() {
    return store.waitQueues();
  }

  @Override
  public void refund(Receipt receipt) {
    store.refund(receipt);
  }

  @Override
  public void cancel(Receipt receipt) {
    store.cancel(receipt);
  }

  @Override
  public void reset(Receipt receipt) {
    store.reset(receipt);
  }
}
