package dev.penstock.instrument.pekko;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.server.RequestReader;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Reads requests and makes responses of Pekko, through handles bound once for each server. */
final class PekkoApi implements RequestReader {
  private static final String MODEL = "org.apache.pekko.http.javadsl.model.";

  private final Class<?> root;
  private final Object system;
  private final Executor dispatcher;
  private final Class<?> functionType;
  private final MethodHandle toStage;
  private final MethodHandle toFuture;
  private final RequestHandles requests;
  private final ResponseHandles responses;

  /**
   * @param http the extension of the actor system that the server belongs to
   */
  PekkoApi(Object http) {
    root = http.getClass();
    system = Handles.get(new Handles(root).bindAny("system"), http);
    dispatcher =
        (Executor)
            Handles.get(type("org.apache.pekko.actor.ActorSystem").bindAny("dispatcher"), system);
    functionType = named("scala.Function1");
    Handles futures = type("scala.jdk.javaapi.FutureConverters");
    toStage = futures.bindAny("asJava", named("scala.concurrent.Future"));
    toFuture = futures.bindAny("asScala", CompletionStage.class);
    requests = new RequestHandles();
    responses = new ResponseHandles();
  }

  private Class<?> named(String name) {
    return Handles.sibling(root, name);
  }

  private Handles type(String name) {
    return new Handles(named(name));
  }

  /** Handles for requests. */
  private final class RequestHandles {
    private final Object addressKey;
    private final MethodHandle method;
    private final MethodHandle methodValue;
    private final MethodHandle uri;
    private final MethodHandle path;
    private final MethodHandle query;
    private final MethodHandle headers;
    private final MethodHandle headerName;
    private final MethodHandle headerValue;
    private final MethodHandle attribute;
    private final MethodHandle address;
    private final MethodHandle discard;
    private final MethodHandle discarded;

    RequestHandles() {
      Handles request = type(MODEL + "HttpRequest");
      method = request.bindAny("method");
      methodValue = type(MODEL + "HttpMethod").bind("value", String.class);
      uri = request.bindAny("getUri");
      Handles uris = type(MODEL + "Uri");
      path = uris.bind("getPathString", String.class);
      query = uris.bindAny("rawQueryString");
      headers = request.bindAny("getHeaders");
      Handles header = type(MODEL + "HttpHeader");
      headerName = header.bind("name", String.class);
      headerValue = header.bind("value", String.class);
      addressKey = type(MODEL + "AttributeKeys").staticField("remoteAddress");
      attribute = request.bindAny("getAttribute", named(MODEL + "AttributeKey"));
      address = type(MODEL + "RemoteAddress").bindAny("getAddress");
      Class<?> systems = named("org.apache.pekko.actor.ClassicActorSystemProvider");
      discard = request.bindAny("discardEntityBytes", systems);
      discarded = type(MODEL + "HttpMessage$DiscardedEntity").bindAny("completionStage");
    }
  }

  /** Handles for responses. */
  private final class ResponseHandles {
    private final Class<?> terminationType;
    private final MethodHandle create;
    private final MethodHandle withStatus;
    private final MethodHandle withEntity;
    private final MethodHandle addHeaders;
    private final MethodHandle newHeader;
    private final MethodHandle contentType;
    private final MethodHandle status;
    private final MethodHandle statusValue;
    private final MethodHandle entity;
    private final MethodHandle isStrict;
    private final MethodHandle newFlow;
    private final MethodHandle watchTermination;
    private final MethodHandle transform;

    ResponseHandles() {
      Handles response = type(MODEL + "HttpResponse");
      create = response.bindAny("create");
      withStatus = response.bindAny("withStatus", int.class);
      withEntity = response.bindAny("withEntity", named(MODEL + "ContentType"), byte[].class);
      addHeaders = response.bindAny("addHeaders", Iterable.class);
      newHeader = type(MODEL + "headers.RawHeader").bindAny("create", String.class, String.class);
      contentType = type(MODEL + "ContentTypes").bindAny("parse", String.class);
      status = response.bindAny("status");
      statusValue = type(MODEL + "StatusCode").bind("intValue", int.class);
      entity = response.bindAny("entity");
      isStrict = type(MODEL + "HttpEntity").bind("isStrict", boolean.class);
      terminationType = named("org.apache.pekko.japi.function.Function2");
      Handles flow = type("org.apache.pekko.stream.javadsl.Flow");
      newFlow = flow.bindAny("create");
      watchTermination = flow.bindAny("watchTermination", terminationType);
      transform =
          response.bindAny("transformEntityDataBytes", named("org.apache.pekko.stream.Graph"));
    }
  }

  Class<?> functionType() {
    return functionType;
  }

  /** The executor of the actor system. */
  Executor dispatcher() {
    return dispatcher;
  }

  /** Settings with which requests have the address of the client. */
  Object withRemoteAddress(Object settings) {
    MethodHandle with =
        type("org.apache.pekko.http.scaladsl.settings.ServerSettings")
            .bindAny("withRemoteAddressAttribute", boolean.class);
    return Handles.get(with, settings, true);
  }

  /** A future of Scala as a stage of Java. */
  CompletionStage<?> stage(Object future) {
    return (CompletionStage<?>) Handles.get(toStage, future);
  }

  /** A stage of Java as a future of Scala. */
  Object future(CompletionStage<?> stage) {
    return Handles.get(toFuture, stage);
  }

  /** The exception with which a stage was completed. */
  static Throwable cause(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** An exception that completes the next stage with the same cause. */
  static RuntimeException rethrown(Throwable thrown) {
    return thrown instanceof CompletionException same ? same : new CompletionException(thrown);
  }

  /** Completes when the body of a request was received and discarded. */
  CompletionStage<?> discarded(Object request) {
    Object entity = Handles.get(requests.discard, request, system);
    return (CompletionStage<?>) Handles.get(requests.discarded, entity);
  }

  /** The response to a rejected request. */
  Object response(RejectionResponse rejection) {
    Object empty;
    try {
      empty = (Object) responses.create.invokeExact();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
    Object started = Handles.get(responses.withStatus, empty, rejection.status());
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    Object type = Handles.get(responses.contentType, rejection.contentType());
    return withFields(Handles.get(responses.withEntity, started, type, body), rejection.fields());
  }

  Object withFields(Object response, List<HeaderField> fields) {
    if (fields.isEmpty()) {
      return response;
    }
    List<Object> headers = new ArrayList<>(fields.size());
    for (HeaderField field : fields) {
      headers.add(Handles.get(responses.newHeader, field.name(), field.value()));
    }
    return Handles.get(responses.addHeaders, response, headers);
  }

  int status(Object response) {
    return Handles.number(responses.statusValue, Handles.get(responses.status, response));
  }

  /** True if the body of a response is complete. */
  boolean isStrict(Object response) {
    return Handles.isTrue(responses.isStrict, Handles.get(responses.entity, response));
  }

  /** The response with a callback at the end of its body. */
  Object watched(Object response, Runnable ended) {
    Object watch =
        InterfaceProxy.of(
            responses.terminationType,
            /* original= */ null,
            (method, arguments, original) -> {
              Object unused =
                  ((CompletionStage<?>) arguments[1]).whenComplete((done, thrown) -> ended.run());
              return arguments[0];
            });
    try {
      Object flow =
          Handles.get(responses.watchTermination, (Object) responses.newFlow.invokeExact(), watch);
      return Handles.get(responses.transform, response, flow);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Override
  public String method(Object request) {
    return String.valueOf(
        Handles.text(requests.methodValue, Handles.get(requests.method, request)));
  }

  @Override
  public String rawPath(Object request) {
    return String.valueOf(Handles.text(requests.path, Handles.get(requests.uri, request)));
  }

  @Override
  public @Nullable String query(Object request) {
    Optional<?> query =
        (Optional<?>) Handles.get(requests.query, Handles.get(requests.uri, request));
    return (String) query.orElse(null);
  }

  @Override
  public @Nullable String header(Object request, String name) {
    List<String> lines = lines(request, name);
    return lines.isEmpty() ? null : lines.get(0);
  }

  @Override
  public @Nullable String headerLines(Object request, String name) {
    List<String> lines = lines(request, name);
    return name.equalsIgnoreCase("Cookie") && !lines.isEmpty()
        ? String.join("; ", lines)
        : HeaderLines.compact(lines);
  }

  private List<String> lines(Object request, String name) {
    List<String> lines = new ArrayList<>(1);
    for (Object header : (Iterable<?>) Handles.get(requests.headers, request)) {
      if (name.equalsIgnoreCase(Handles.text(requests.headerName, header))) {
        lines.add(String.valueOf(Handles.text(requests.headerValue, header)));
      }
    }
    return lines;
  }

  @Override
  public boolean parsesCookies() {
    return false;
  }

  /** Always null: the application parses cookies. */
  @Override
  public @Nullable String cookie(Object request, String name) {
    return null;
  }

  @Override
  public @Nullable String remoteAddress(Object request) {
    Optional<?> known = (Optional<?>) Handles.get(requests.attribute, request, requests.addressKey);
    return known
        .flatMap(address -> (Optional<?>) Handles.get(requests.address, address))
        .map(address -> ((InetAddress) address).getHostAddress())
        .orElse(null);
  }

  /** Always 0: requests do not have the port. */
  @Override
  public int localPort(Object request) {
    return 0;
  }
}
