package dev.penstock.instrument.reactor;

import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.UrlCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of Reactor Netty. */
abstract class NettyRequest extends UrlCall {
  private final ConnectApi api;
  private final Object config;
  private final @Nullable WebClientRequest asked;

  /**
   * @param said the Spring request, if there is one
   */
  NettyRequest(
      ConnectApi api, String method, RequestUrl url, Object config, @Nullable Object said) {
    super(method, url.scheme(), url.host(), url.port(), url.pathAlone(), url.query());
    this.api = api;
    this.config = config;
    asked =
        said instanceof WebClientRequest request && request.isSentTo(api.uri(config))
            ? request
            : null;
  }

  final ConnectApi api() {
    return api;
  }

  @Override
  public final boolean mayBlock() {
    return false;
  }

  @Override
  public final @Nullable String header(String name) {
    String ofRequest = asked == null ? null : asked.header(name);
    if (ofRequest != null) {
      return ofRequest;
    }
    List<?> lines = api.lines(config, name);
    return lines.isEmpty() ? null : String.valueOf(lines.get(0));
  }

  @Override
  public final @Nullable String headerLines(String name) {
    String ofRequest = asked == null ? null : asked.headerLines(name);
    return ofRequest != null ? ofRequest : HeaderLines.joined(api.lines(config, name));
  }
}
