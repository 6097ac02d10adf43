package dev.penstock.instrument.servlet;

import dev.penstock.call.Answer;
import dev.penstock.call.Field;
import dev.penstock.call.Refusal;
import java.nio.charset.StandardCharsets;

/** What we write into a servlet response. */
record ServletAnswer(ServletApi api, Object response) implements Answer {
  /** Added, not set: the answer has no fields yet, and looking for one to replace takes longer. */
  @Override
  public void field(String name, String value) {
    api.addHeader(response, name, value);
  }

  @Override
  public void changeField(String name, String value) {
    api.setHeader(response, name, value);
  }

  /**
   * Writes the whole answer. Not with {@code sendError}: that starts an error dispatch through the
   * application's own filters and pages.
   */
  @Override
  public void refuse(Refusal refusal) {
    try {
      api.setStatus(response, refusal.status());
      for (Field field : refusal.fields()) {
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
