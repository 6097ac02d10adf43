package dev.penstock.instrument.ktor;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.server.RequestReader;
import dev.penstock.instrument.server.SentTarget;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the requests of calls of Ktor, through handles bound once. */
final class CallReader implements RequestReader {
  private final MethodHandle request;
  private final MethodHandle headers;
  private final MethodHandle getFirst;
  private final MethodHandle getAll;
  private final MethodHandle connection;
  private final MethodHandle uri;
  private final MethodHandle method;
  private final MethodHandle methodName;
  private final MethodHandle remoteAddress;
  private final MethodHandle localPort;

  CallReader(Class<?> root) {
    request = type(root, "io.ktor.server.application.PipelineCall").bindAny("getRequest");
    Handles requests = type(root, "io.ktor.server.request.ApplicationRequest");
    headers = requests.bindAny("getHeaders");
    connection = requests.bindAny("getLocal");
    Handles values = type(root, "io.ktor.util.StringValues");
    getFirst = values.bind("get", String.class, String.class);
    getAll = values.bindAny("getAll", String.class);
    Handles point = type(root, "io.ktor.http.RequestConnectionPoint");
    uri = point.bind("getUri", String.class);
    method = point.bindAny("getMethod");
    methodName = type(root, "io.ktor.http.HttpMethod").bind("getValue", String.class);
    remoteAddress = point.bind("getRemoteAddress", String.class);
    localPort = point.bind("getLocalPort", int.class);
  }

  private static Handles type(Class<?> root, String name) {
    return new Handles(Handles.sibling(root, name));
  }

  @Override
  public String method(Object call) {
    return String.valueOf(Handles.text(methodName, Handles.get(method, point(call))));
  }

  @Override
  public String rawPath(Object call) {
    return target(call).path();
  }

  @Override
  public @Nullable String query(Object call) {
    return target(call).query();
  }

  private SentTarget target(Object call) {
    return SentTarget.of(String.valueOf(Handles.text(uri, point(call))));
  }

  private Object point(Object call) {
    return Handles.get(connection, Handles.get(request, call));
  }

  private Object fields(Object call) {
    return Handles.get(headers, Handles.get(request, call));
  }

  @Override
  public @Nullable String header(Object call, String name) {
    return Handles.text(getFirst, fields(call), name);
  }

  @Override
  public @Nullable String headerLines(Object call, String name) {
    return HeaderLines.compact((List<?>) Handles.call(getAll, fields(call), name));
  }

  @Override
  public boolean parsesCookies() {
    return false;
  }

  /** Always null: the application parses cookies. */
  @Override
  public @Nullable String cookie(Object call, String name) {
    return null;
  }

  @Override
  public @Nullable String remoteAddress(Object call) {
    return Handles.text(remoteAddress, point(call));
  }

  @Override
  public int localPort(Object call) {
    return Handles.number(localPort, point(call));
  }
}
