package dev.penstock.engine;

import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;

/** A response that writes its status, headers and body as text. */
final class FakeWritableResponse implements WritableResponse {
  private final StringBuilder text = new StringBuilder();

  @Override
  public void addHeader(String name, String value) {
    text.append(name).append(": ").append(value).append('\n');
  }

  @Override
  public void replaceHeader(String name, String value) {
    addHeader("replaced " + name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    text.append(rejection.status()).append('\n');
    rejection.fields().forEach(field -> addHeader(field.name(), field.value()));
    addHeader("Content-Type", rejection.contentType());
    text.append('\n').append(rejection.body());
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
