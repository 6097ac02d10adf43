package dev.penstock.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request or call as rules see it, before the application or the remote server does. */
public interface Call {
  /** The method as it was sent, usually in upper case: {@code GET}. */
  String method();

  /** The path as the server routes it: decoded, without dot segments, see {@link RequestPath}. */
  String path();

  /**
   * Other paths that a framework or the application may read in this request, see {@link
   * PathReadings}; empty for nearly all requests. A limit applies if it is for any of the paths, an
   * exemption if it is for all of them.
   */
  default List<String> otherPaths() {
    return List.of();
  }

  /** The query as it was sent, still encoded and without the {@code ?}. */
  @Nullable String query();

  /** The first line of a header field; names are compared without regard to case. */
  @Nullable String header(String name);

  /** All lines of a header field, joined with commas. */
  @Nullable String headerLines(String name);

  /**
   * The value of a header field that has only one line; {@link Ambiguous#VALUE} if it has more:
   * applications read the first line, the last, or all of them.
   */
  default @Nullable String onlyHeader(String name) {
    String first = header(name);
    return first == null || first.equals(headerLines(name)) ? first : Ambiguous.VALUE;
  }

  /**
   * The value of a cookie; {@link Ambiguous#VALUE} if the application could find another one.
   * Servers that parse cookies override this, because the application uses their parser.
   */
  default @Nullable String cookie(String name) {
    return CookieHeader.unparsed(headerLines("Cookie"), name);
  }

  /**
   * The value of a parameter in the query, decoded; {@link Ambiguous#VALUE} if the application
   * could find another one.
   */
  default @Nullable String parameter(String name) {
    String query = query();
    return query == null ? null : EncodedParameters.inQuery(query, name);
  }

  /** The address at the other end of the connection, as a number and not as a name. */
  @Nullable String remoteAddress();

  /**
   * True if its thread may block. The thread of an event loop must not, because it serves other
   * requests, and neither must the caller of an asynchronous client.
   */
  default boolean mayBlock() {
    return true;
  }

  /** How far it has come; values that are unknown at this milestone may be known at a later one. */
  default Milestone milestone() {
    return Milestone.ROUTED;
  }

  /** The route in the spelling of the framework, such as {@code /orders/{id}}; null if unknown. */
  default @Nullable String route() {
    return null;
  }

  /** The host that it is sent to, in lower case and without port; empty if it names none. */
  default String host() {
    return HostName.of(header("Host"));
  }

  /** The scheme of an outbound call, {@code http} or {@code https}; empty for a request. */
  default String scheme() {
    return "";
  }

  /** The port of an outbound call; -1 for the default port of the scheme, and for a request. */
  default int port() {
    return -1;
  }

  /** The user that the server has authenticated; null if there is none. */
  default @Nullable String user() {
    return null;
  }

  /** The session of the client, if the server has created it and still has it. */
  default @Nullable String session() {
    return null;
  }

  /** A request attribute that the server or the application has set. */
  default @Nullable String attribute(String name) {
    return null;
  }

  /** Reads the form now, because a later hook that needs it can no longer read it. */
  default void readForm() {}

  /**
   * A field of the form that is the request's body, decoded; {@link Ambiguous#VALUE} if the
   * application could find another one.
   */
  default @Nullable String form(String name) {
    return null;
  }
}
