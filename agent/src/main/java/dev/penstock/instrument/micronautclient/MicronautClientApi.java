package dev.penstock.instrument.micronautclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

/** The client of Micronaut in one application, called through method handles. */
final class MicronautClientApi {
  static final String SEND = "sendRequestWithRedirectsNoFilter";

  private static final ClassValue<MicronautClientApi> BOUND =
      new ClassValue<>() {
        @Override
        protected MicronautClientApi computeValue(Class<?> type) {
          return new MicronautClientApi(type);
        }
      };
  private static final String CLIENT = "io.micronaut.http.client.netty.";

  private final MicronautMessageApi messages;
  private final MicronautFlows flows;
  private final MethodHandle send;
  private final MethodHandle propagate;

  /**
   * @param type any class of the library
   */
  private MicronautClientApi(Class<?> type) {
    messages = new MicronautMessageApi(type);
    flows = new MicronautFlows(type);
    Class<?> contextType = Handles.sibling(type, "io.micronaut.core.propagation.PropagatedContext");
    propagate = new Handles(contextType).bindAny("propagate");
    send =
        privateMethod(
            Handles.sibling(type, CLIENT + "DefaultHttpClient"),
            MethodType.methodType(
                flows.type(),
                contextType,
                AtomicReference.class,
                Handles.sibling(type, CLIENT + "BlockHint"),
                Handles.sibling(type, "io.micronaut.http.MutableHttpRequest"),
                BiFunction.class));
  }

  private static MethodHandle privateMethod(Class<?> type, MethodType descriptor) {
    try {
      MethodHandle method =
          MethodHandles.privateLookupIn(type, MethodHandles.lookup())
              .findVirtual(type, SEND, descriptor);
      return method.asType(method.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + SEND, unknown);
    }
  }

  static MicronautClientApi of(Class<?> type) {
    return BOUND.get(type);
  }

  MicronautMessageApi messages() {
    return messages;
  }

  MicronautFlows flows() {
    return flows;
  }

  /** Sends a request in the context of its caller; returns the flow of its response. */
  Object send(Object client, Object[] arguments) {
    try {
      AutoCloseable scope = (AutoCloseable) Handles.get(propagate, arguments[0]);
      try {
        return (Object)
            send.invokeExact(
                client, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
      } finally {
        scope.close();
      }
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
