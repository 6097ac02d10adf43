package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.grpc.RetryInfoReader;
import dev.penstock.instrument.grpc.StatusCodes;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * The status and the metadata with which a server has ended a call.
 *
 * @param headers those in front of the messages; null if there were none
 */
record CallResponse(Status result, @Nullable Metadata headers, Metadata trailers)
    implements OutboundResponse {
  private static final Metadata.Key<byte[]> RETRY_INFO = binary("google.rpc.retryinfo-bin");
  private static final Metadata.Key<byte[]> STATUS_DETAILS = binary("grpc-status-details-bin");

  private static Metadata.Key<byte[]> binary(String name) {
    return Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER);
  }

  @Override
  public int status() {
    return StatusCodes.http(result.getCode().value());
  }

  @Override
  public @Nullable String field(String name) {
    String value = HeaderLines.compact(CallMetadata.values(trailers, name));
    if (value == null && headers != null) {
      value = HeaderLines.compact(CallMetadata.values(headers, name));
    }
    return value == null && name.equalsIgnoreCase("Retry-After-Ms") ? delayMillis() : value;
  }

  /** The delay in a form of gRPC's own; null if there is none. */
  private @Nullable String delayMillis() {
    String pushback = HeaderLines.compact(CallMetadata.values(trailers, "grpc-retry-pushback-ms"));
    if (pushback != null) {
      return pushback.startsWith("-") ? null : pushback; // negative: do not retry at all
    }
    byte[] details = trailers.get(STATUS_DETAILS);
    byte[] retryInfo = trailers.get(RETRY_INFO);
    long millis =
        retryInfo != null
            ? RetryInfoReader.delayMillis(retryInfo)
            : details == null ? -1 : RetryInfoReader.delayMillisOfStatus(details);
    return millis < 0 ? null : Long.toString(millis);
  }
}
