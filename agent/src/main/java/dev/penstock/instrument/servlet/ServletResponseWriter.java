package dev.penstock.instrument.servlet;

import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;

/** Writes header fields and rejections to a servlet response. */
record ServletResponseWriter(ServletApi api, Object response) implements WritableResponse {
  /** Adds without replacing, because finding a field to replace takes longer. */
  @Override
  public void addHeader(String name, String value) {
    api.addHeader(response, name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    api.setHeader(response, name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    api.reject(response, rejection);
  }
}
