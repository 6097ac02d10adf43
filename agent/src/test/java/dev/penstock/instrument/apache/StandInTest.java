package dev.penstock.instrument.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StandInTest {
  private final List<String> heard = new ArrayList<>();

  @Test
  @SuppressWarnings("unchecked")
  void handsOnWhatItHears() {
    Function<String, Integer> own = String::length;
    var standIn =
        (Function<String, Integer>)
            StandIn.listening(Function.class, own, (method, given) -> heard.add(method + given[0]));

    assertThat(standIn.apply("four")).isEqualTo(4);
    assertThat(heard).containsExactly("applyfour");
  }

  @Test
  @SuppressWarnings("unchecked")
  void throwsWhatTheOriginalThrows() {
    Callable<String> own =
        () -> {
          throw new IOException("lost");
        };
    var standIn = (Callable<String>) StandIn.listening(Callable.class, own, (method, given) -> {});

    assertThatThrownBy(standIn::call).isInstanceOf(IOException.class).hasMessage("lost");
  }

  @Test
  void handsOnAlthoughTheEarFails() {
    Runnable own = () -> heard.add("run");
    var standIn =
        (Runnable)
            StandIn.listening(
                Runnable.class,
                own,
                (method, given) -> {
                  throw new IllegalStateException();
                });

    standIn.run();

    assertThat(heard).containsExactly("run");
  }

  @Test
  void standsForNobody() {
    var standIn = (Runnable) StandIn.listening(Runnable.class, null, (m, g) -> heard.add(m));

    standIn.run();

    assertThat(heard).containsExactly("run");
  }

  @Test
  void playsARoleInThePlaceOfTheOriginal() throws Exception {
    Callable<String> own = () -> "own";
    var standIn =
        (Callable<?>)
            StandIn.of(Callable.class, own, (method, given, original) -> "not " + original.call());

    assertThat(standIn.call()).isEqualTo("not own");
  }

  @Test
  void knowsItsOwnKind() {
    Object standIn = StandIn.listening(Runnable.class, null, (method, given) -> {});

    assertThat(StandIn.isOurs(standIn)).isTrue();
    assertThat(StandIn.isOurs((Runnable) () -> {})).isFalse();
    assertThat(StandIn.isOurs(null)).isFalse();
    assertThat(new HashSet<>(List.of(standIn))).contains(standIn);
  }
}
