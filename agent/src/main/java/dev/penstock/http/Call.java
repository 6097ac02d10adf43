package dev.penstock.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a rule may know of a request before the application sees it. */
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

  /** The address at the other end of the connection, in numbers. */
  @Nullable String remoteAddress();

  /**
   * True if its thread may be made to wait; that of an event loop has others to serve, and that of
   * an asynchronous client has been promised not to.
   */
  default boolean mayBlock() {
    return true;
  }

  /** How far it has come; what is not known then may be known later. */
  default Milestone milestone() {
    return Milestone.ROUTED;
  }

  /** What will handle it, in the framework's own words, such as {@code /orders/{id}}. */
  default @Nullable String route() {
    return null;
  }

  /** Whom the request was sent to: in lower case, without port; empty if it does not say. */
  default String host() {
    return HostName.of(header("Host"));
  }

  /** How an outbound call travels: {@code http} or {@code https}; empty for one that comes in. */
  default String scheme() {
    return "";
  }

  /** The port that an outbound call goes to; -1 for the scheme's own, and for one that comes in. */
  default int port() {
    return -1;
  }

  /** The name under which the server knows the caller. */
  default @Nullable String user() {
    return null;
  }

  /** The caller's session, but only one that the server has given out and still knows. */
  default @Nullable String session() {
    return null;
  }

  /** What the server or the application has noted about the request under this name. */
  default @Nullable String attribute(String name) {
    return null;
  }

  /** Reads the form now, for a question that comes when it is too late to read it. */
  default void readForm() {}

  /**
   * A field of the form that is the request's body, decoded; {@link Ambiguous#VALUE} if the
   * application could find another one.
   */
  default @Nullable String form(String name) {
    return null;
  }
}
