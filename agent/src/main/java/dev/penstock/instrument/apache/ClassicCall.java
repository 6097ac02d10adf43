package dev.penstock.instrument.apache;

import dev.penstock.call.Departure;
import org.jspecify.annotations.Nullable;

/** A call whose thread waits for the answer. */
final class ClassicCall extends ApacheCall {
  private final CallingOff callingOff;

  ClassicCall(Messages messages, CallingOff callingOff, @Nullable Object host, Object request) {
    super(messages, host, request);
    this.callingOff = callingOff;
  }

  @Override
  public void waits(Departure departure) {
    callingOff.tell(
        request(),
        () -> {
          departure.giveUp();
          return true;
        });
  }

  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    if (result != null) {
      departure.answered(answer(result));
    }
    departure.over();
    return result;
  }
}
