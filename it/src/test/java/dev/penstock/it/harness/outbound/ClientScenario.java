package dev.penstock.it.harness.outbound;

import java.util.Locale;

/** What an application does with a client, against a page that is made for it. */
public enum ClientScenario {
  /** The first one of all, so that the others find a client that is warm. */
  GET("/hello"),
  POST("/echo", "ping"),
  ASYNC("/hello"),
  ERROR("/error"),
  ASYNC_ERROR("/error"),
  NOTFOUND("/nowhere"),
  REFUSED_CONNECTION(""),
  TIMEOUT("/slow?ms=2000"),
  ASYNC_TIMEOUT("/slow?ms=2000"),
  REDIRECT("/redirect"),
  REDIRECT_NOT_FOLLOWED("/redirect"),
  CANCEL("/slow?ms=1500"),
  INTERRUPT("/slow?ms=1500"),
  REUSE("/connection"),
  HTTPS("/hello"),
  HTTP2("/protocol"),
  HEADERS("/key", "key-1"),
  STREAM("/stream");

  /** Nobody listens there: it is the port of a service that has died out. */
  private static final String NOBODY = "http://" + FakeApiServer.HOST + ":19/hello";

  private final String page;
  private final String more;

  ClientScenario(String page) {
    this(page, "");
  }

  ClientScenario(String page, String more) {
    this.page = page;
    this.more = more;
  }

  /** The command that makes a client of an application play it. */
  public String command(String client, FakeApiServer server) {
    return (client + " " + this + " " + url(server) + " " + more).strip();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private String url(FakeApiServer server) {
    return switch (this) {
      case REFUSED_CONNECTION -> NOBODY;
      case HTTPS, HTTP2 -> server.https(page);
      default -> server.http(page);
    };
  }
}
