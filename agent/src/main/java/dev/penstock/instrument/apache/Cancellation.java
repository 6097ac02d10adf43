package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How the library tells that the application has called a request off. */
public final class Cancellation {
  private final Class<?> aware;
  private final Class<?> cancellable;
  private final MethodHandle set;
  private final @Nullable MethodHandle newFailure;

  private Cancellation(
      Class<?> aware, Class<?> cancellable, String setter, @Nullable Class<?> failure) {
    this.aware = aware;
    this.cancellable = cancellable;
    newFailure = failure == null ? null : new Handles(failure).bindConstructor(String.class);
    set = new Handles(aware).bindAny(setter, cancellable);
  }

  static Cancellation ofVersion4(Class<?> client) {
    return new Cancellation(
        Handles.sibling(client, "org.apache.http.client.methods.HttpExecutionAware"),
        Handles.sibling(client, "org.apache.http.concurrent.Cancellable"),
        "setCancellable",
        /* failure= */ null);
  }

  public static Cancellation ofVersion5(Class<?> client) {
    return new Cancellation(
        Handles.sibling(client, "org.apache.hc.core5.concurrent.CancellableDependency"),
        Handles.sibling(client, "org.apache.hc.core5.concurrent.Cancellable"),
        "setDependency",
        Handles.sibling(client, "org.apache.hc.client5.http.impl.classic.RequestFailedException"));
  }

  /**
   * Has this run when the request is called off, at once if it has been, until the library wants to
   * be told itself; some requests cannot be called off.
   */
  void tell(@Nullable Object request, BooleanSupplier calledOff) {
    if (aware.isInstance(request)) {
      Handles.call(set, request, cancellable(calledOff));
    }
  }

  /**
   * What a classic client throws for a request that is called off while it runs; null if it throws
   * the same for one that was called off before, as version 5 does not.
   */
  @Nullable IOException failure() {
    return newFailure == null ? null : (IOException) Handles.call(newFailure, "Request aborted");
  }

  /** The library's object for something that can be called off. */
  Object cancellable(BooleanSupplier calledOff) {
    return InterfaceProxy.of(
        cancellable,
        /* original= */ null,
        (method, arguments, original) -> calledOff.getAsBoolean());
  }
}
