package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Uses the library's notification of cancelled requests. */
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
   * Runs this when the request is cancelled, or at once if it is already, until the library
   * registers itself. Some requests cannot be cancelled.
   */
  void tell(@Nullable Object request, BooleanSupplier calledOff) {
    if (aware.isInstance(request)) {
      Handles.call(set, request, cancellable(calledOff));
    }
  }

  /**
   * Returns the exception that a classic client of version 5 throws for a request that is cancelled
   * while it runs; null for version 4, which throws the same exception in all cases.
   */
  @Nullable IOException failure() {
    return newFailure == null ? null : (IOException) Handles.call(newFailure, "Request aborted");
  }

  /** Creates the library's object for something that can be cancelled. */
  Object cancellable(BooleanSupplier calledOff) {
    return InterfaceProxy.of(
        cancellable,
        /* original= */ null,
        (method, arguments, original) -> calledOff.getAsBoolean());
  }
}
