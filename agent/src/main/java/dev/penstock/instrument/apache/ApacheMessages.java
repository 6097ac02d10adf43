package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one version of the library's requests, answers and hosts are read. */
public final class ApacheMessages {
  /*
   * Versions 4 and 5 live in packages of their own and may both be there. They differ little: what
   * version 4 keeps in the first line of a message, version 5 keeps in the message.
   */
  private static final String VERSION_4 = "org.apache.http.";
  private static final String VERSION_5 = "org.apache.hc.core5.http.";

  private final MethodHandle method;
  private final MethodHandle target;
  private final MethodHandle status;
  private final MethodHandle fields;
  private final MethodHandle value;
  private final MethodHandle hostScheme;
  private final MethodHandle hostName;
  private final MethodHandle hostPort;
  private final @Nullable MethodHandle ownScheme;
  private final @Nullable MethodHandle ownAuthority;

  private ApacheMessages(Class<?> client, String core, boolean hasFirstLines) {
    Handles request = new Handles(Handles.sibling(client, core + "HttpRequest"));
    Handles response = new Handles(Handles.sibling(client, core + "HttpResponse"));
    if (hasFirstLines) {
      Handles requestLine = new Handles(request.resultType("getRequestLine"));
      Handles statusLine = new Handles(response.resultType("getStatusLine"));
      method = within(request, "getRequestLine", requestLine, "getMethod");
      target = within(request, "getRequestLine", requestLine, "getUri");
      status = within(response, "getStatusLine", statusLine, "getStatusCode");
      ownScheme = null;
      ownAuthority = null;
    } else {
      method = request.bindAny("getMethod");
      target = request.bindAny("getRequestUri");
      status = response.bindAny("getCode");
      ownScheme = request.bindAny("getScheme");
      ownAuthority = request.bindAny("getAuthority");
    }
    fields = request.bindAny("getHeaders", String.class);
    value = new Handles(Handles.sibling(client, core + "Header")).bindAny("getValue");
    Handles host = new Handles(Handles.sibling(client, core + "HttpHost"));
    hostScheme = host.bindAny("getSchemeName");
    hostName = host.bindAny("getHostName");
    hostPort = host.bindAny("getPort");
  }

  private static MethodHandle within(Handles message, String line, Handles lineType, String part) {
    return MethodHandles.filterReturnValue(message.bindAny(line), lineType.bindAny(part));
  }

  /** Those of the version 4 that a client belongs to. */
  static ApacheMessages ofVersion4(Class<?> client) {
    return new ApacheMessages(client, VERSION_4, /* hasFirstLines= */ true);
  }

  /** Those of the version 5 that a client belongs to. */
  public static ApacheMessages ofVersion5(Class<?> client) {
    return new ApacheMessages(client, VERSION_5, /* hasFirstLines= */ false);
  }

  String method(Object request) {
    return String.valueOf(Handles.call(method, request));
  }

  /** What the request asks for, as the application has said it: a path, or a whole URI. */
  String target(Object request) {
    return String.valueOf(Handles.call(target, request));
  }

  int status(Object response) {
    return Handles.call(status, response) instanceof Integer number ? number : 0;
  }

  /** All lines of a header field of a request or an answer. */
  List<String> fields(Object message, String name) {
    List<String> lines = new ArrayList<>();
    Object found = Handles.call(fields, message, name);
    for (Object header : found instanceof Object[] headers ? headers : new Object[0]) {
      if (Handles.call(value, header) instanceof String line) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** All lines of a header field joined; null if there is none. */
  @Nullable String joined(Object message, String name) {
    return HeaderLines.joined(fields(message, name));
  }

  @Nullable String hostScheme(Object host) {
    return (String) Handles.call(hostScheme, host);
  }

  @Nullable String hostName(Object host) {
    return (String) Handles.call(hostName, host);
  }

  int hostPort(Object host) {
    return Handles.call(hostPort, host) instanceof Integer number ? number : -1;
  }

  /** The start of the URI that a request of version 5 keeps apart from its path, or null. */
  @Nullable String origin(Object request) {
    if (ownScheme == null || ownAuthority == null) {
      return null;
    }
    Object authority = Handles.call(ownAuthority, request);
    return authority == null ? null : Handles.call(ownScheme, request) + "://" + authority;
  }
}
