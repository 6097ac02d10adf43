package dev.penstock.instrument.jdkserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What we write into an exchange. */
record JdkServerResponse(HttpExchange exchange) implements WritableResponse {
  private static final String TYPE = "Content-Type";
  private static final String LENGTH = "Content-Length";

  /** To this server, 0 would mean that the length is not known. */
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
  public void reject(RejectionResponse refusal) {
    byte[] body = refusal.body().getBytes(StandardCharsets.UTF_8);
    try {
      write(refusal, body);
    } catch (IOException gone) {
      // The call is refused all the same, and there is nobody left to tell.
    } catch (RuntimeException | Error broken) {
      takeBack(refusal);
      throw broken;
    }
    exchange.close();
  }

  private void write(RejectionResponse refusal, byte[] body) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    for (HeaderField field : refusal.fields()) {
      headers.set(field.name(), field.value());
    }
    headers.set(TYPE, refusal.contentType());
    if (exchange.getRequestMethod().equals("HEAD")) {
      // A length that is given to the server here makes it log a warning.
      headers.set(LENGTH, Integer.toString(body.length));
      exchange.sendResponseHeaders(refusal.status(), NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(refusal.status(), body.length == 0 ? NO_BODY : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  /** The call will go on to the application, which must not answer with our fields. */
  private void takeBack(RejectionResponse refusal) {
    Headers headers = exchange.getResponseHeaders();
    for (HeaderField field : refusal.fields()) {
      headers.remove(field.name());
    }
    headers.remove(TYPE);
    headers.remove(LENGTH);
  }
}
