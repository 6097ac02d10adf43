package dev.penstock.http;

import java.util.List;

/** The complete response to a rejected request. */
public record RejectionResponse(
    int status, List<HeaderField> fields, String contentType, String body) {
  public RejectionResponse {
    fields = List.copyOf(fields);
  }
}
