package dev.penstock.instrument.vertxclient;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a request of Vert.x, read through method handles. */
final class RequestOptionsApi {
  private static final String CORE = "io.vertx.core.";

  private final Class<?> type;
  private final Class<?> socketAddressType;
  private final MethodHandle copy;
  private final MethodHandle method;
  private final MethodHandle server;
  private final MethodHandle host;
  private final MethodHandle port;
  private final MethodHandle ssl;
  private final MethodHandle uri;
  private final MethodHandle headers;
  private final MethodHandle first;
  private final MethodHandle getAll;
  private final MethodHandle serverHost;
  private final MethodHandle serverPort;
  private final MethodHandle defaults;
  private final MethodHandle defaultHost;
  private final MethodHandle defaultPort;
  private final MethodHandle defaultSsl;

  RequestOptionsApi(Class<?> clientType) {
    type = Handles.sibling(clientType, CORE + "http.RequestOptions");
    Handles options = new Handles(type);
    copy = options.bindConstructor(type);
    method = options.bindAny("getMethod");
    server = options.bindAny("getServer");
    host = options.bindAny("getHost");
    port = options.bindAny("getPort");
    ssl = options.bindAny("isSsl");
    uri = options.bindAny("getURI");
    headers = options.bindAny("getHeaders");
    Handles fields = new Handles(Handles.sibling(type, CORE + "MultiMap"));
    first = fields.bindAny("get", String.class);
    getAll = fields.bindAny("getAll", String.class);
    socketAddressType = Handles.sibling(type, CORE + "net.SocketAddress");
    Handles address = new Handles(socketAddressType);
    serverHost = address.bindAny("host");
    serverPort = address.bindAny("port");
    defaults = new Handles(clientType).bindAny("options");
    Handles client = new Handles(Handles.sibling(type, CORE + "http.HttpClientOptions"));
    defaultHost = client.bindAny("getDefaultHost");
    defaultPort = client.bindAny("getDefaultPort");
    defaultSsl = client.bindAny("isSsl");
  }

  Class<?> type() {
    return type;
  }

  /** Copies options, because an application may change and use them again while a call waits. */
  Object copy(Object options) {
    try {
      return options.getClass() == type ? (Object) copy.invokeExact(options) : options;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** What a client requests with these options. */
  VertxTarget target(Object client, Object options) {
    Object own = Handles.get(defaults, client);
    Object address = Handles.call(server, options);
    Object socket = socketAddressType.isInstance(address) ? address : null;
    boolean secure =
        (boolean) either(Handles.call(ssl, options), Handles.call(defaultSsl, own), false);
    Object ofServer = socket == null ? null : Handles.call(serverHost, socket);
    Object target = either(Handles.call(host, options), ofServer, Handles.get(defaultHost, own));
    Object portOfServer = socket == null ? null : Handles.call(serverPort, socket);
    Object number =
        either(Handles.call(port, options), portOfServer, Handles.get(defaultPort, own));
    return VertxTarget.of(
        String.valueOf(Handles.call(method, options)),
        secure ? "https" : "http",
        (String) target,
        (int) number,
        (String) Handles.call(uri, options));
  }

  private static Object either(@Nullable Object first, @Nullable Object second, Object last) {
    if (first != null) {
      return first;
    }
    return second == null ? last : second;
  }

  @Nullable String header(Object options, String name) {
    Object fields = Handles.call(headers, options);
    return fields == null ? null : (String) Handles.call(first, fields, name);
  }

  @Nullable String headerLines(Object options, String name) {
    Object fields = Handles.call(headers, options);
    return fields == null ? null : HeaderLines.joined((List<?>) Handles.call(getAll, fields, name));
  }
}
