package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class StandInTest {
  private final List<String> heard = new ArrayList<>();

  /** What a library might have. */
  public interface Reader {
    String read(String name) throws IOException;
  }

  private Reader standIn(Reader original) {
    return (Reader)
        StandIn.of(
            Reader.class, original, (method, arguments) -> heard.add(method + " " + arguments[0]));
  }

  @Test
  void hearsWhatTheOriginalAnswers() throws IOException {
    assertThat(standIn(name -> name + "!").read("a")).isEqualTo("a!");
    assertThat(heard).containsExactly("read a");
  }

  @Test
  void throwsWhatTheOriginalThrows() {
    Reader broken =
        standIn(
            name -> {
              throw new IOException(name);
            });
    assertThatThrownBy(() -> broken.read("a")).isInstanceOf(IOException.class).hasMessage("a");
  }

  @Test
  void mayHandOnSomethingElse() throws IOException {
    Reader other =
        (Reader)
            StandIn.of(
                Reader.class,
                (Reader) name -> name + "!",
                (method, arguments) -> arguments[0] = "b");
    assertThat(other.read("a")).isEqualTo("b!");
  }

  @Test
  void handsOnWhatItsListenerFailsAt() throws IOException {
    Reader failing =
        (Reader)
            StandIn.of(
                Reader.class,
                (Reader) name -> name + "!",
                (method, arguments) -> {
                  throw new IllegalStateException(method);
                });
    assertThat(failing.read("a")).isEqualTo("a!");
  }

  @Test
  void isItselfAndNobodyElse() {
    Reader original = name -> name;
    Reader one = standIn(original);
    Function<Reader, Boolean> isOne = one::equals;
    assertThat(isOne.apply(one)).isTrue();
    assertThat(isOne.apply(original)).isFalse();
    assertThat(one.hashCode()).isEqualTo(System.identityHashCode(one));
    assertThat(one.toString()).isEqualTo(original.toString());
  }
}
