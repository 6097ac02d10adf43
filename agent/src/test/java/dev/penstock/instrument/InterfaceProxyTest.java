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
  private final List<String> calls = new ArrayList<>();

  /** An interface of a library. */
  public interface Reader {
    String read(String name) throws IOException;
  }

  private Reader observed(Reader original) {
    return observing(original, (method, arguments) -> calls.add(method + " " + arguments[0]));
  }

  private static Reader observing(@Nullable Reader original, InterfaceProxy.Observer observer) {
    return (Reader) InterfaceProxy.observing(Reader.class, original, observer);
  }

  @Test
  void observesACallAndReturnsTheResultOfTheOriginal() throws IOException {
    assertThat(observed(name -> name + "!").read("a")).isEqualTo("a!");
    assertThat(calls).containsExactly("read a");
  }

  @Test
  void throwsTheExceptionOfTheOriginal() {
    Reader broken =
        observed(
            name -> {
              throw new IOException(name);
            });
    assertThatThrownBy(() -> broken.read("a")).isInstanceOf(IOException.class).hasMessage("a");
  }

  @Test
  void mayChangeTheArguments() throws IOException {
    Reader other = observing(name -> name + "!", (method, arguments) -> arguments[0] = "b");
    assertThat(other.read("a")).isEqualTo("b!");
  }

  @Test
  void callsTheOriginalEvenIfItsObserverFails() throws IOException {
    Reader failing =
        observing(
            name -> name + "!",
            (method, arguments) -> {
              throw new IllegalStateException(method);
            });
    assertThat(failing.read("a")).isEqualTo("a!");
  }

  @Test
  void callsMethodsWithoutArguments() {
    Runnable own = () -> calls.add("own");
    ((Runnable) InterfaceProxy.observing(Runnable.class, own, (method, given) -> calls.add(method)))
        .run();

    assertThat(calls).containsExactly("run", "own");
  }

  @Test
  void worksWithoutAnOriginal() {
    var proxy = (Runnable) InterfaceProxy.observing(Runnable.class, null, (m, g) -> calls.add(m));

    proxy.run();

    assertThat(calls).containsExactly("run");
    assertThat(proxy).hasToString("Penstock's proxy");
  }

  @Test
  void runsAnInterceptorInPlaceOfTheOriginal() throws Exception {
    Callable<String> own = () -> "own";
    var proxy =
        (Callable<?>)
            InterfaceProxy.of(
                Callable.class, own, (method, given, original) -> "not " + original.call());

    assertThat(proxy.call()).isEqualTo("not own");
  }

  @Test
  void equalsOnlyItself() {
    Reader original = name -> name;
    Reader one = observed(original);
    Function<Reader, Boolean> isOne = one::equals;
    assertThat(isOne.apply(one)).isTrue();
    assertThat(isOne.apply(original)).isFalse();
    assertThat(one.hashCode()).isEqualTo(System.identityHashCode(one));
    assertThat(one.toString()).isEqualTo(original.toString());
  }

  @Test
  void recognizesItsOwnProxies() {
    Object proxy = InterfaceProxy.observing(Runnable.class, null, (method, given) -> {});

    assertThat(InterfaceProxy.isOurs(proxy)).isTrue();
    assertThat(InterfaceProxy.isOurs((Runnable) () -> {})).isFalse();
    assertThat(InterfaceProxy.isOurs(null)).isFalse();
    assertThat(new HashSet<>(List.of(proxy))).contains(proxy);
  }

  @Test
  void returnsTheInterceptorOfItsOwnProxies() {
    InterfaceProxy.Interceptor interceptor = (method, arguments, original) -> null;
    Object proxy = InterfaceProxy.of(Runnable.class, /* original= */ null, interceptor);

    assertThat(InterfaceProxy.interceptorOf(proxy)).isSameAs(interceptor);
    assertThat(InterfaceProxy.interceptorOf((Runnable) () -> {})).isNull();
  }
}
