package dev.penstock.instrument.aws;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The AWS SDK of one application, called through method handles. */
final class ExecuteApi {
  private static final ClassValue<ExecuteApi> BOUND =
      new ClassValue<>() {
        @Override
        protected ExecuteApi computeValue(Class<?> type) {
          return new ExecuteApi(type);
        }
      };
  private static final String HTTP = "software.amazon.awssdk.http.";
  private static final String HANDLER = "responseHandler";

  private final Class<?> handlerType;
  private final MethodHandle execute;
  private final MethodHandle request;
  private final MethodHandle handler;
  private final MethodHandle method;
  private final MethodHandle getUri;
  private final MethodHandle headers;
  private final MethodHandle onError;
  private final MethodHandle statusCode;
  private final MethodHandle newBuilder;
  private final MethodHandle setHandler;
  private final MethodHandle build;
  private final List<Part> otherParts = new ArrayList<>();

  /**
   * @param type the class of the argument of {@code execute}
   */
  private ExecuteApi(Class<?> type) {
    handlerType = Handles.sibling(type, HTTP + "async.SdkAsyncHttpResponseHandler");
    execute =
        new Handles(Handles.sibling(type, HTTP + "async.SdkAsyncHttpClient"))
            .bindAny("execute", type);
    Handles call = new Handles(type);
    request = call.bindAny("request");
    handler = call.bindAny(HANDLER);
    newBuilder = call.bindAny("builder");
    Handles requests = new Handles(Handles.sibling(type, HTTP + "SdkHttpRequest"));
    method = requests.bindAny("method");
    getUri = requests.bindAny("getUri");
    headers = new Handles(Handles.sibling(type, HTTP + "SdkHttpHeaders")).bindAny("headers");
    onError = new Handles(handlerType).bindAny("onError", Throwable.class);
    statusCode = new Handles(Handles.sibling(type, HTTP + "SdkHttpResponse")).bindAny("statusCode");
    Class<?> builderType = call.resultType("builder");
    Handles builder = new Handles(builderType);
    setHandler = builder.bindAny(HANDLER, handlerType);
    build = builder.bindAny("build");
    findOtherParts(type, builderType);
  }

  /** Finds all properties with a getter and a setter; later versions have more of them. */
  private void findOtherParts(Class<?> type, Class<?> builderType) {
    for (Method setter : builderType.getMethods()) {
      String name = setter.getName();
      if (setter.getParameterCount() == 1 && !name.equals(HANDLER) && hasGetter(type, name)) {
        MethodHandle set = new Handles(builderType).bindAny(name, setter.getParameterTypes()[0]);
        otherParts.add(new Part(new Handles(type).bindAny(name), set));
      }
    }
  }

  private static boolean hasGetter(Class<?> type, String name) {
    for (Method getter : type.getMethods()) {
      if (getter.getName().equals(name) && getter.getParameterCount() == 0) {
        return true;
      }
    }
    return false;
  }

  static ExecuteApi of(Class<?> type) {
    return BOUND.get(type);
  }

  Class<?> handlerType() {
    return handlerType;
  }

  CompletableFuture<?> execute(Object client, Object call) {
    return (CompletableFuture<?>) Handles.get(execute, client, call);
  }

  Object request(Object call) {
    return Handles.get(request, call);
  }

  Object handler(Object call) {
    return Handles.get(handler, call);
  }

  String method(Object request) {
    return Handles.get(method, request).toString();
  }

  URI uri(Object request) {
    return (URI) Handles.get(getUri, request);
  }

  /** Returns a header field of a request or response; null if there is none. */
  @Nullable String field(Object message, String name, boolean allLines) {
    for (Map.Entry<?, ?> field : ((Map<?, ?>) Handles.get(headers, message)).entrySet()) {
      if (name.equalsIgnoreCase(String.valueOf(field.getKey()))
          && field.getValue() instanceof List<?> lines
          && !lines.isEmpty()) {
        return allLines ? HeaderLines.joined(lines) : String.valueOf(lines.get(0));
      }
    }
    return null;
  }

  int status(Object response) {
    return (int) Handles.get(statusCode, response);
  }

  void fail(Object handler, Throwable why) {
    Handles.call(onError, handler, why);
  }

  /** Returns a copy of the call with another response handler. */
  Object withHandler(Object call, Object handler) {
    try {
      Object builder = (Object) newBuilder.invokeExact();
      for (Part part : otherParts) {
        Object value = Handles.call(part.get(), call);
        Object plain = value instanceof Optional<?> maybe ? maybe.orElse(null) : value;
        if (plain != null) {
          Object unused = (Object) part.set().invokeExact(builder, plain);
        }
      }
      Object unused = (Object) setHandler.invokeExact(builder, handler);
      return (Object) build.invokeExact(builder);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** A property of a call: its getter and the setter of the builder. */
  private record Part(MethodHandle get, MethodHandle set) {}
}
