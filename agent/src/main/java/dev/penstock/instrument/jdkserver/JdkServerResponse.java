package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes header fields and rejections to an exchange of the JDK's server. */
record JdkServerResponse(HttpExchange exchange) implements WritableResponse {
  private static final String TYPE = "Content-Type";
  private static final String LENGTH = "Content-Length";

  /** The length of an absent body; to this server, 0 means an unknown length. */
  private static final long NO_BODY = -1;

  @Override
  public void addHeader(String name, String value) {
    exchange.getResponseHeaders().add(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    try {
      write(rejection, body);
    } catch (IOException disconnected) {
      // The request is rejected all the same; no client is left to read the response.
    } catch (RuntimeException | Error broken) {
      removeHeaders(rejection);
      throw broken;
    }
    exchange.close();
  }

  private void write(RejectionResponse rejection, byte[] body) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    for (HeaderField field : rejection.fields()) {
      headers.set(field.name(), field.value());
    }
    headers.set(TYPE, rejection.contentType());
    if (exchange.getRequestMethod().equals("HEAD")) {
      // The server logs a warning if it gets the length as an argument here.
      headers.set(LENGTH, Integer.toString(body.length));
      exchange.sendResponseHeaders(rejection.status(), NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(rejection.status(), body.length == 0 ? NO_BODY : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  /** Cleans up for the application, which handles the request and must not send our fields. */
  private void removeHeaders(RejectionResponse rejection) {
    Headers headers = exchange.getResponseHeaders();
    for (HeaderField field : rejection.fields()) {
      headers.remove(field.name());
    }
    headers.remove(TYPE);
    headers.remove(LENGTH);
  }
}
