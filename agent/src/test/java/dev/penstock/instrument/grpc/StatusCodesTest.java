package dev.penstock.instrument.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCodesTest {
  @ParameterizedTest
  @CsvSource({
    "OK, 200",
    "CANCELLED, 499",
    "UNKNOWN, 500",
    "INVALID_ARGUMENT, 400",
    "DEADLINE_EXCEEDED, 504",
    "NOT_FOUND, 404",
    "ALREADY_EXISTS, 409",
    "PERMISSION_DENIED, 403",
    "RESOURCE_EXHAUSTED, 429",
    "FAILED_PRECONDITION, 400",
    "ABORTED, 409",
    "OUT_OF_RANGE, 400",
    "UNIMPLEMENTED, 501",
    "INTERNAL, 500",
    "UNAVAILABLE, 503",
    "DATA_LOSS, 500",
    "UNAUTHENTICATED, 401"
  })
  void eachCodeHasAStatusOfHttp(Status.Code code, int status) {
    assertThat(StatusCodes.http(code.value())).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "429, RESOURCE_EXHAUSTED",
    "503, UNAVAILABLE",
    "401, UNAUTHENTICATED",
    "403, PERMISSION_DENIED",
    "420, RESOURCE_EXHAUSTED"
  })
  void theStatusOfARejectionHasACode(int status, Status.Code code) {
    assertThat(StatusCodes.ofRejection(status)).isEqualTo(code.value());
  }
}
