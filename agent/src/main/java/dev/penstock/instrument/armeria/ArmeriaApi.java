package dev.penstock.instrument.armeria;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.RequestReader;
import dev.penstock.instrument.server.SentTarget;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Reads the contexts of requests and makes responses of Armeria, through handles bound once. */
final class ArmeriaApi implements RequestReader {
  /*
   * The interface that declares most methods of headers is not public. But headers are an Iterable
   * of entries, in which the parts of the request line have names that start with a colon.
   */
  private static final String AUTHORITY = ":authority";

  private final Class<?> root;
  private final Object responseEnded;
  private final MethodHandle request;
  private final MethodHandle headers;
  private final MethodHandle path;
  private final MethodHandle rawPath;
  private final MethodHandle query;
  private final MethodHandle remoteAddress;
  private final MethodHandle localAddress;
  private final MethodHandle config;
  private final MethodHandle route;
  private final MethodHandle patternString;
  private final MethodHandle eventLoop;
  private final MethodHandle cancellationCause;
  private final MethodHandle setHeader;
  private final MethodHandle log;
  private final MethodHandle whenAvailable;
  private final MethodHandle responseStatus;
  private final MethodHandle statusCode;
  private final MethodHandle parsedCookies;
  private final MethodHandle cookieName;
  private final MethodHandle cookieValue;
  private final ResponseFactory responses;

  ArmeriaApi(Class<?> serviceType) {
    root = serviceType;
    Handles context = type("server.ServiceRequestContext");
    request = context.bindAny("request");
    headers = type("common.HttpRequest").bindAny("headers");
    path = context.bind("path", String.class);
    rawPath = context.bind("rawPath", String.class);
    query = context.bind("query", String.class);
    remoteAddress = context.bindAny("remoteAddress");
    localAddress = context.bindAny("localAddress");
    config = context.bindAny("config");
    route = type("server.ServiceConfig").bindAny("route");
    patternString = type("server.Route").bind("patternString", String.class);
    eventLoop = context.bindAny("eventLoop");
    cancellationCause = context.bindAny("cancellationCause");
    setHeader = context.bindAny("setAdditionalResponseHeader", CharSequence.class, Object.class);
    log = context.bindAny("log");
    Class<?> property = named("common.logging.RequestLogProperty");
    responseEnded = new Handles(property).staticField("RESPONSE_END_TIME");
    whenAvailable = type("common.logging.RequestLogAccess").bindAny("whenAvailable", property);
    responseStatus = type("common.logging.RequestLog").bindAny("responseStatus");
    statusCode = type("common.HttpStatus").bind("code", int.class);
    Handles cookie = type("common.Cookie");
    parsedCookies = cookie.bindAny("fromCookieHeader", String.class);
    cookieName = cookie.bind("name", String.class);
    cookieValue = cookie.bind("value", String.class);
    responses = new ResponseFactory();
  }

  private Class<?> named(String name) {
    return Handles.sibling(root, "com.linecorp.armeria." + name);
  }

  private Handles type(String name) {
    return new Handles(named(name));
  }

  /** Makes responses. */
  private final class ResponseFactory {
    private final MethodHandle newHeaders;
    private final MethodHandle setField;
    private final MethodHandle build;
    private final MethodHandle text;
    private final MethodHandle complete;
    private final MethodHandle later;

    ResponseFactory() {
      newHeaders = type("common.ResponseHeaders").bindAny("builder", int.class);
      Handles builder = type("common.ResponseHeadersBuilder");
      setField = builder.bindAny("set", CharSequence.class, String.class);
      build = builder.bindAny("build");
      text = type("common.HttpData").bindAny("ofUtf8", String.class);
      Handles response = type("common.HttpResponse");
      complete = response.bindAny("of", named("common.ResponseHeaders"), named("common.HttpData"));
      later = response.bindAny("of", CompletionStage.class);
    }
  }

  /** The response to a rejected request. */
  Object response(RejectionResponse rejection) {
    Object fields = Handles.get(responses.newHeaders, rejection.status());
    for (HeaderField field : rejection.fields()) {
      fields = Handles.get(responses.setField, fields, field.name(), field.value());
    }
    fields = Handles.get(responses.setField, fields, "Content-Type", rejection.contentType());
    Object body = Handles.get(responses.text, rejection.body());
    return Handles.get(responses.complete, Handles.get(responses.build, fields), body);
  }

  /** A response that starts when another one is known. */
  Object laterResponse(CompletionStage<?> response) {
    return Handles.get(responses.later, response);
  }

  /** The event loop of a request; its tasks run in the context of the request. */
  ScheduledExecutorService eventLoop(Object context) {
    return (ScheduledExecutorService) Handles.get(eventLoop, context);
  }

  /** Why a request needs no response any more; null if it still does. */
  @Nullable Throwable cancellation(Object context) {
    return (Throwable) Handles.call(cancellationCause, context);
  }

  /** Sets a field in the response of the service, when that starts. */
  void setHeader(Object context, String name, String value) {
    Object unused = Handles.call(setHeader, context, name, value);
  }

  /** Completes at the end of the response, with the log of the request. */
  CompletableFuture<?> responseEnd(Object context) {
    return (CompletableFuture<?>)
        Handles.get(whenAvailable, Handles.get(log, context), responseEnded);
  }

  /** The status of a response that has ended; 0 if none was sent. */
  int status(Object endedLog) {
    return Handles.number(statusCode, Handles.get(responseStatus, endedLog));
  }

  /** The pattern of the route, such as {@code /orders/:id}. */
  String routePattern(Object context) {
    Object taken = Handles.get(route, Handles.get(config, context));
    return String.valueOf(Handles.text(patternString, taken));
  }

  /** The encoded path by which the route was found: normalized, without path parameters. */
  String routedPath(Object context) {
    return String.valueOf(Handles.text(path, context));
  }

  @Override
  public String method(Object context) {
    return String.valueOf(header(context, ":method"));
  }

  @Override
  public @Nullable String rawPath(Object context) {
    String target = Handles.text(rawPath, context); // includes the query
    return target == null ? null : SentTarget.of(target).path();
  }

  @Override
  public @Nullable String query(Object context) {
    return Handles.text(query, context);
  }

  @Override
  public @Nullable String header(Object context, String name) {
    List<String> lines = lines(context, name);
    return lines.isEmpty() ? null : lines.get(0);
  }

  @Override
  public @Nullable String headerLines(Object context, String name) {
    List<String> lines = lines(context, name);
    return name.equalsIgnoreCase("Cookie") && !lines.isEmpty()
        ? String.join("; ", lines)
        : HeaderLines.compact(lines);
  }

  /** The host has the name that it has in HTTP/2, also in a request of HTTP/1.1. */
  private List<String> lines(Object context, String name) {
    String wanted = name.equalsIgnoreCase("Host") ? AUTHORITY : name;
    List<String> lines = new ArrayList<>(1);
    for (Object each : (Iterable<?>) Handles.get(headers, Handles.get(request, context))) {
      Map.Entry<?, ?> field = (Map.Entry<?, ?>) each;
      if (wanted.equalsIgnoreCase(String.valueOf(field.getKey()))) {
        lines.add(String.valueOf(field.getValue()));
      }
    }
    return lines;
  }

  @Override
  public @Nullable String cookie(Object context, String name) {
    String found = null;
    for (String line : lines(context, "Cookie")) {
      for (Object cookie : (Iterable<?>) Handles.get(parsedCookies, line)) {
        if (name.equals(Handles.text(cookieName, cookie))) {
          String value = Handles.text(cookieValue, cookie);
          found = Ambiguous.unlessSame(found, value == null ? "" : value);
        }
      }
    }
    return found;
  }

  @Override
  public @Nullable String remoteAddress(Object context) {
    return Handles.call(remoteAddress, context) instanceof InetSocketAddress internet
            && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : null;
  }

  @Override
  public int localPort(Object context) {
    return Handles.call(localAddress, context) instanceof InetSocketAddress internet
        ? internet.getPort()
        : 0;
  }
}
