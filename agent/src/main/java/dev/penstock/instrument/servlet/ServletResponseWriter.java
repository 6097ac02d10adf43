package dev.penstock.instrument.servlet;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;
import java.nio.charset.StandardCharsets;

/** What we write into a servlet response. */
record ServletResponseWriter(ServletApi api, Object response) implements WritableResponse {
  /** Added, not set: the answer has no fields yet, and looking for one to replace takes longer. */
  @Override
  public void addHeader(String name, String value) {
    api.addHeader(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.setHeader(response, name, value);
  }

  /**
   * Writes the whole answer. Not with {@code sendError}: that starts an error dispatch through the
   * application's own filters and pages.
   */
  @Override
  public void reject(RejectionResponse refusal) {
    try {
      api.setStatus(response, refusal.status());
      for (HeaderField field : refusal.fields()) {
        api.setHeader(response, field.name(), field.value());
      }
      api.setContentType(response, refusal.contentType());
      api.write(response, refusal.body().getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException | Error broken) {
      // The call will go on to the application, which must not answer under our status.
      api.reset(response);
      throw broken;
    }
  }
}
