package dev.penstock.http;

import java.util.List;

/** The whole answer to a call that is turned away. */
public record RejectionResponse(
    int status, List<HeaderField> fields, String contentType, String body) {
  public RejectionResponse {
    fields = List.copyOf(fields);
  }
}
