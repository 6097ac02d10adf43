package dev.penstock.instrument.netty;

import dev.penstock.http.HeaderField;
import java.util.List;

/**
 * A request that continues in another channel: after an upgrade to HTTP/2, its response is written
 * to a stream. The handlers of both channels may belong to different class loaders.
 */
public interface AdmittedRequest {
  /** The header fields for its response. */
  List<HeaderField> fields();

  /** Records the status of its response. */
  void responding(int status);

  /** True if its end has to be reported. */
  boolean isEndReported();

  /** Ends it; only the first call counts. */
  void ended();

  /** Called by the handler that will end it. */
  void claim();
}
