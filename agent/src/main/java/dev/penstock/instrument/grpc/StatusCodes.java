package dev.penstock.instrument.grpc;

/** Translates between the statuses of gRPC and HTTP, because rules know those of HTTP. */
public final class StatusCodes {
  private static final int SERVER_ERROR = 500;
  private static final int PERMISSION_DENIED = 7;
  private static final int RESOURCE_EXHAUSTED = 8;
  private static final int UNAVAILABLE = 14;
  private static final int UNAUTHENTICATED = 16;

  /** By the code of gRPC: the table in the comments of google/rpc/code.proto. */
  private static final int[] HTTP = {
    200, // OK
    499, // CANCELLED
    500, // UNKNOWN
    400, // INVALID_ARGUMENT
    504, // DEADLINE_EXCEEDED
    404, // NOT_FOUND
    409, // ALREADY_EXISTS
    403, // PERMISSION_DENIED
    429, // RESOURCE_EXHAUSTED
    400, // FAILED_PRECONDITION
    409, // ABORTED
    400, // OUT_OF_RANGE
    501, // UNIMPLEMENTED
    500, // INTERNAL
    503, // UNAVAILABLE
    500, // DATA_LOSS
    401, // UNAUTHENTICATED
  };

  private StatusCodes() {}

  /** The status of HTTP for a code of gRPC. */
  public static int http(int code) {
    return code >= 0 && code < HTTP.length ? HTTP[code] : SERVER_ERROR;
  }

  /** The code of gRPC with which a call is rejected, for the status that its rule has. */
  public static int ofRejection(int httpStatus) {
    return switch (httpStatus) {
      case 401 -> UNAUTHENTICATED;
      case 403 -> PERMISSION_DENIED;
      case 503 -> UNAVAILABLE;
      default -> RESOURCE_EXHAUSTED;
    };
  }
}
