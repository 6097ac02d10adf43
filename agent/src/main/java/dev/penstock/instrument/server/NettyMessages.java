package dev.penstock.instrument.server;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads requests and makes the starts of responses of Netty, through handles bound once. */
public final class NettyMessages implements RequestReader {
  private static final String HTTP = "io.netty.handler.codec.http.";

  private final Object version11;
  private final MethodHandle method;
  private final MethodHandle methodName;
  private final MethodHandle uri;
  private final MethodHandle headers;
  private final MethodHandle getFirst;
  private final MethodHandle getAll;
  private final MethodHandle set;
  private final MethodHandle copy;
  private final MethodHandle status;
  private final MethodHandle statusCode;
  private final MethodHandle statusOf;
  private final MethodHandle version;
  private final MethodHandle newResponse;
  private final MethodHandle newResponseWith;

  /**
   * @param requestType the interface of requests
   */
  public NettyMessages(Class<?> requestType) {
    Handles request = new Handles(requestType);
    Class<?> headersType = Handles.sibling(requestType, HTTP + "HttpHeaders");
    Class<?> statusType = Handles.sibling(requestType, HTTP + "HttpResponseStatus");
    Class<?> versionType = Handles.sibling(requestType, HTTP + "HttpVersion");
    version11 = new Handles(versionType).staticField("HTTP_1_1");
    method = request.bindAny("method");
    methodName = new Handles(request.resultType("method")).bind("name", String.class);
    uri = request.bind("uri", String.class);
    headers = new Handles(Handles.sibling(requestType, HTTP + "HttpMessage")).bindAny("headers");
    Handles lines = new Handles(headersType);
    getFirst = lines.bind("get", String.class, String.class);
    getAll = lines.bindAny("getAll", String.class);
    set = lines.bindAny("set", String.class, Object.class);
    copy = lines.bindAny("copy");
    Handles response = new Handles(Handles.sibling(requestType, HTTP + "HttpResponse"));
    status = response.bindAny("status");
    version = response.bindAny("protocolVersion");
    statusCode = new Handles(statusType).bind("code", int.class);
    statusOf = new Handles(statusType).bindAny("valueOf", int.class);
    Handles made = new Handles(Handles.sibling(requestType, HTTP + "DefaultHttpResponse"));
    newResponse = made.bindConstructor(versionType, statusType);
    newResponseWith = made.bindConstructor(versionType, statusType, headersType);
  }

  @Override
  public String method(Object request) {
    return String.valueOf(Handles.text(methodName, Handles.get(method, request)));
  }

  @Override
  public String rawPath(Object request) {
    return target(request).path();
  }

  @Override
  public @Nullable String query(Object request) {
    return target(request).query();
  }

  private SentTarget target(Object request) {
    return SentTarget.of(sentTarget(request));
  }

  /** The target in the first line of a request. */
  public String sentTarget(Object request) {
    return String.valueOf(Handles.text(uri, request));
  }

  @Override
  public @Nullable String header(Object request, String name) {
    return Handles.text(getFirst, Handles.get(headers, request), name);
  }

  @Override
  public @Nullable String headerLines(Object request, String name) {
    return HeaderLines.compact((List<?>) Handles.get(getAll, Handles.get(headers, request), name));
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

  /** Always null: the connection has the address. */
  @Override
  public @Nullable String remoteAddress(Object request) {
    return null;
  }

  /** Always 0: the connection has the port. */
  @Override
  public int localPort(Object request) {
    return 0;
  }

  public int status(Object response) {
    return Handles.number(statusCode, Handles.get(status, response));
  }

  /**
   * The start of a response with more header fields. It is a copy, because applications may share a
   * response or its headers among requests.
   */
  public Object withFields(Object response, List<HeaderField> fields) {
    Object all = Handles.get(copy, Handles.get(headers, response));
    for (HeaderField field : fields) {
      Object unused = Handles.call(set, all, field.name(), field.value());
    }
    return Handles.get(
        newResponseWith, Handles.get(version, response), Handles.get(status, response), all);
  }

  /**
   * The start of the response to a rejected request.
   *
   * @param length the length of its body
   */
  public Object response(RejectionResponse rejection, int length) {
    Object response =
        Handles.get(newResponse, version11, Handles.get(statusOf, rejection.status()));
    Object all = Handles.get(headers, response);
    Object unused;
    for (HeaderField field : rejection.fields()) {
      unused = Handles.call(set, all, field.name(), field.value());
    }
    unused = Handles.call(set, all, "Content-Type", rejection.contentType());
    unused = Handles.call(set, all, "Content-Length", Integer.toString(length));
    return response;
  }
}
