package dev.penstock.instrument;

import dev.penstock.call.Answer;
import dev.penstock.call.Call;
import org.jspecify.annotations.Nullable;

/** A call and the answer to it. */
public interface Visit extends Call, Answer {
  /**
   * The library's object for the call to hand on in the place of the one that came, because reading
   * a part of it cannot be undone; null if nothing like that was read. Asked after all questions
   * about the call, and also when one of them has failed.
   */
  default @Nullable Object handedOn() {
    return null;
  }

  /** The status of the answer as it stands; what the application threw has not reached it yet. */
  int status();

  /**
   * Asked when the woven method is through: false if the answer is complete.
   *
   * @param atEnd if the call goes on without the method, as asynchronous ones do, runs once when it
   *     has completed, failed or timed out; never if the result is false
   */
  boolean endsLater(Runnable atEnd);
}
