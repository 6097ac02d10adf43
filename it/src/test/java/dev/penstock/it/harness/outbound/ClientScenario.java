package dev.penstock.it.harness.outbound;

import java.util.Locale;

/** A call that an application makes with one of its HTTP clients. */
public enum ClientScenario {
  /** Runs first, so that the other scenarios use a client that has loaded its classes. */
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

  /** A port on which no server listens. */
  private static final String UNUSED_PORT = "http://" + FakeApiServer.HOST + ":19/hello";

  private final String page;
  private final String argument;

  ClientScenario(String page) {
    this(page, "");
  }

  ClientScenario(String page, String argument) {
    this.page = page;
    this.argument = argument;
  }

  /** The command that makes a client run this scenario. */
  public String command(String client, FakeApiServer server) {
    return (client + " " + this + " " + url(server) + " " + argument).strip();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private String url(FakeApiServer server) {
    return switch (this) {
      case REFUSED_CONNECTION -> UNUSED_PORT;
      case HTTPS, HTTP2 -> server.https(page);
      default -> server.http(page);
    };
  }
}
