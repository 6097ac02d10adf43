package dev.penstock.http;

/** The answer that goes back to the caller, as far as it is ours to write. */
public interface WritableResponse {
  /** Adds a header field to the application's own answer. */
  void addHeader(String name, String value);

  /** Says something else in a header field that was added before. */
  void replaceHeader(String name, String value);

  /** Answers in the application's place. */
  void reject(RejectionResponse refusal);
}
