package dev.penstock.call;

import java.util.List;

/** The whole answer to a call that is turned away. */
public record Refusal(int status, List<Field> fields, String contentType, String body) {
  public Refusal {
    fields = List.copyOf(fields);
  }
}
