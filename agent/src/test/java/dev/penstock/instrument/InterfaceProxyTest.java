package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class InterfaceProxyTest {
  private final List<String> heard = new ArrayList<>();

  /** What a library might have. */
  public interface Reader {
    String read(String name) throws IOException;
  }

  private Reader standIn(Reader original) {
    return listening(original, (method, arguments) -> heard.add(method + " " + arguments[0]));
  }

  private static Reader listening(@Nullable Reader original, InterfaceProxy.Ear ear) {
    return (Reader) InterfaceProxy.listening(Reader.class, original, ear);
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
    Reader other = listening(name -> name + "!", (method, arguments) -> arguments[0] = "b");
    assertThat(other.read("a")).isEqualTo("b!");
  }

  @Test
  void handsOnWhatItsListenerFailsAt() throws IOException {
    Reader failing =
        listening(
            name -> name + "!",
            (method, arguments) -> {
              throw new IllegalStateException(method);
            });
    assertThat(failing.read("a")).isEqualTo("a!");
  }

  @Test
  void handsOnWhatHasNoArguments() {
    Runnable own = () -> heard.add("own");
    ((Runnable) InterfaceProxy.listening(Runnable.class, own, (method, given) -> heard.add(method)))
        .run();

    assertThat(heard).containsExactly("run", "own");
  }

  @Test
  void standsForNobody() {
    var standIn = (Runnable) InterfaceProxy.listening(Runnable.class, null, (m, g) -> heard.add(m));

    standIn.run();

    assertThat(heard).containsExactly("run");
    assertThat(standIn).hasToString("Penstock's stand-in");
  }

  @Test
  void playsARoleInThePlaceOfTheOriginal() throws Exception {
    Callable<String> own = () -> "own";
    var standIn =
        (Callable<?>)
            InterfaceProxy.of(
                Callable.class, own, (method, given, original) -> "not " + original.call());

    assertThat(standIn.call()).isEqualTo("not own");
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

  @Test
  void knowsItsOwnKind() {
    Object standIn = InterfaceProxy.listening(Runnable.class, null, (method, given) -> {});

    assertThat(InterfaceProxy.isOurs(standIn)).isTrue();
    assertThat(InterfaceProxy.isOurs((Runnable) () -> {})).isFalse();
    assertThat(InterfaceProxy.isOurs(null)).isFalse();
    assertThat(new HashSet<>(List.of(standIn))).contains(standIn);
  }
}
