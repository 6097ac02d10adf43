package dev.penstock.http;

/** The part of a response that Penstock writes. */
public interface WritableResponse {
  /** Adds a header field to the response of the application. */
  void addHeader(String name, String value);

  /** Replaces a header field that was added before. */
  void replaceHeader(String name, String value);

  /** Writes the response of a rejected request, in place of the application. */
  void reject(RejectionResponse rejection);
}
