package dev.penstock.engine;

import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;

/** A response that can be read as text. */
final class FakeWritableResponse implements WritableResponse {
  private final StringBuilder text = new StringBuilder();

  @Override
  public void addHeader(String name, String value) {
    text.append(name).append(": ").append(value).append('\n');
  }

  @Override
  public void replaceHeader(String name, String value) {
    addHeader("again " + name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    text.append(refusal.status()).append('\n');
    refusal.fields().forEach(field -> addHeader(field.name(), field.value()));
    addHeader("Content-Type", refusal.contentType());
    text.append('\n').append(refusal.body());
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
