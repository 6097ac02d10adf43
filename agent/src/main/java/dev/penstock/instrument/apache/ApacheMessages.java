package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads requests, responses and hosts of one major version of the library. */
public final class ApacheMessages {
  /*
   * Versions 4 and 5 have separate packages and can both be present. They differ little: version 4
   * has an object for the first line of a message, version 5 has these properties in the message.
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

  /** Binds to the version 4 that a client class belongs to. */
  static ApacheMessages ofVersion4(Class<?> client) {
    return new ApacheMessages(client, VERSION_4, /* hasFirstLines= */ true);
  }

  /** Binds to the version 5 that a client class belongs to. */
  public static ApacheMessages ofVersion5(Class<?> client) {
    return new ApacheMessages(client, VERSION_5, /* hasFirstLines= */ false);
  }

  String method(Object request) {
    return String.valueOf(Handles.call(method, request));
  }

  /** Returns the request target as the application gave it: a path or a whole URI. */
  String target(Object request) {
    return String.valueOf(Handles.call(target, request));
  }

  int status(Object response) {
    return Handles.call(status, response) instanceof Integer number ? number : 0;
  }

  /** Returns all lines of a header field of a request or response. */
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

  /** Returns all lines of a header field, joined; null if there are none. */
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

  /** Returns scheme and authority that a version 5 request stores apart from its path, or null. */
  @Nullable String origin(Object request) {
    if (ownScheme == null || ownAuthority == null) {
      return null;
    }
    Object authority = Handles.call(ownAuthority, request);
    return authority == null ? null : Handles.call(ownScheme, request) + "://" + authority;
  }
}
