package dev.penstock.store.redis.lease;

import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps loan requests until the test completes them. */
final class RecordingLender implements Lender {
  private final Deque<LoanRequest> requests = new ArrayDeque<>();

  @Override
  public void borrow(LoanRequest request) {
    requests.add(request);
  }

  LoanRequest next() {
    return requests.remove();
  }

  int pending() {
    return requests.size();
  }
}
