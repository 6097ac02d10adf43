package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.grpc.RetryDetails;
import dev.penstock.instrument.grpc.StatusCodes;
import io.grpc.Metadata;
import io.grpc.Status;

/** What the client of a rejected call receives. */
record GrpcRejection(Status status, Metadata trailers) {
  /*
   * Clients look for the delay in different places: retries inside gRPC's clients in
   * grpc-retry-pushback-ms, exporters of OpenTelemetry in the details of the status, and Google's
   * clients for Java in google.rpc.retryinfo-bin.
   */
  private static final String RETRY_AFTER = "Retry-After";
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final String DETAIL = "\"detail\":\"";

  static GrpcRejection of(RejectionResponse response) {
    int code = StatusCodes.ofRejection(response.status());
    String message = message(response);
    Metadata trailers = new Metadata();
    for (HeaderField field : response.fields()) {
      CallMetadata.put(trailers, field.name(), field.value());
      if (field.name().equals(RETRY_AFTER)) {
        putDelay(trailers, Long.parseLong(field.value()), code, message);
      }
    }
    return new GrpcRejection(Status.fromCodeValue(code).withDescription(message), trailers);
  }

  private static void putDelay(Metadata trailers, long seconds, int code, String message) {
    byte[] retryInfo = RetryDetails.retryInfo(seconds);
    CallMetadata.put(
        trailers, "grpc-retry-pushback-ms", Long.toString(seconds * MILLIS_PER_SECOND));
    CallMetadata.put(trailers, "google.rpc.retryinfo-bin", retryInfo);
    CallMetadata.put(
        trailers, "grpc-status-details-bin", RetryDetails.status(code, message, retryInfo));
  }

  /** The sentence in the body of the response. */
  private static String message(RejectionResponse response) {
    String body = response.body();
    if (response.contentType().startsWith("text/plain")) {
      return body.strip();
    }
    int detail = body.indexOf(DETAIL);
    int start = detail + DETAIL.length();
    int end = detail < 0 ? -1 : body.indexOf('"', start);
    return end < 0 ? "The limit is reached." : body.substring(start, end);
  }
}
