package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.HeaderField;
import dev.penstock.http.HostName;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.grpc.StatusCodes;
import dev.penstock.instrument.server.EndOfCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ServerStream;
import io.grpc.internal.ServerTransport;
import io.grpc.internal.ServerTransportListener;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call that a gRPC server receives, from the start of its stream to the stream's end. */
final class GrpcExchange implements InboundExchange {
  /*
   * A transport reports a stream on its own thread, which must not be blocked. A call that has to
   * wait is reported to the library again, on the executor of the transport. For Netty, that is
   * the event loop of the connection.
   */
  private static final int NO_RESPONSE = 500;

  private final ServerTransportListener library;
  private final ServerTransport transport;
  private final ServerStream stream;
  private final String method;
  private final Metadata headers;
  private final GatedStream gated;
  private final List<HeaderField> fields = new ArrayList<>(5);
  private final EndOfCall end = new EndOfCall();
  private @Nullable List<String> otherPaths;
  private boolean endExpected;
  private long heldSinceNanos;
  private volatile boolean admitted;
  private volatile boolean closed;
  private volatile int status;
  private volatile @Nullable Object attachment;

  /**
   * Describes a call.
   *
   * @param library is notified of new streams by the transport
   * @param method the full name of the method, without a slash in front
   */
  GrpcExchange(
      ServerTransportListener library,
      ServerTransport transport,
      ServerStream stream,
      String method,
      Metadata headers) {
    this.library = library;
    this.transport = transport;
    this.stream = stream;
    this.method = method;
    this.headers = headers;
    gated = new GatedStream(stream, this);
  }

  /** True if the gate has admitted the call before it had to wait for its turn. */
  boolean isAdmitted() {
    return admitted;
  }

  /** The header fields for the response. */
  List<HeaderField> fields() {
    return fields;
  }

  /** The application has ended the call with this status. */
  void responded(Status newStatus) {
    status = http(newStatus);
  }

  /** The stream has ended; the status is that of the application only if it has ended the call. */
  void closed(Status newStatus) {
    if (status == 0) {
      status = http(newStatus);
    }
    closed = true;
    end.end();
  }

  private static int http(Status status) {
    return StatusCodes.http(status.getCode().value());
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    hold();
    Object unused =
        transport
            .getScheduledExecutorService()
            .schedule(
                () -> {
                  admitted = true;
                  resume();
                },
                micros,
                TimeUnit.MICROSECONDS);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    hold();
    whenDecided.accept(this::resumeOnTransport);
  }

  private void hold() {
    heldSinceNanos = System.nanoTime();
    gated.hold();
  }

  private void resumeOnTransport() {
    try {
      transport.getScheduledExecutorService().execute(this::resume);
    } catch (RejectedExecutionException stopped) {
      // The server has stopped, and its streams are closed.
    }
  }

  private void resume() {
    if (!closed) {
      shortenTimeout();
      gated.resume(() -> library.streamCreated(gated.proxy(), method, headers));
    }
  }

  /** The deadline of the call does not move because the call has waited. */
  private void shortenTimeout() {
    Long timeoutNanos = headers.get(GrpcUtil.TIMEOUT_KEY);
    if (timeoutNanos != null) {
      long leftNanos = timeoutNanos - (System.nanoTime() - heldSinceNanos);
      headers.discardAll(GrpcUtil.TIMEOUT_KEY);
      headers.put(GrpcUtil.TIMEOUT_KEY, Math.max(1, leftNanos));
    }
  }

  @Override
  public @Nullable Object replacement() {
    return endExpected || gated.isHeld() || !fields.isEmpty() ? gated.proxy() : null;
  }

  @Override
  public void expectEnd() {
    endExpected = true;
  }

  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }

  @Override
  public void attach(Object newAttachment) {
    attachment = newAttachment;
  }

  @Override
  public void detach() {
    attachment = null;
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
  }

  @Override
  public int status() {
    int known = status;
    return known == 0 ? NO_RESPONSE : known;
  }

  @Override
  public String method() {
    return GrpcUtil.HTTP_METHOD;
  }

  /** The library compares names of methods as they were sent; other registries may not. */
  @Override
  public String path() {
    return RawPath.withParameters(rawPath());
  }

  @Override
  public List<String> otherPaths() {
    if (otherPaths == null) {
      otherPaths = PathReadings.besides(path(), rawPath());
    }
    return otherPaths;
  }

  private String rawPath() {
    int mark = method.indexOf('?');
    return "/" + (mark < 0 ? method : method.substring(0, mark));
  }

  @Override
  public @Nullable String query() {
    int mark = method.indexOf('?');
    return mark < 0 ? null : method.substring(mark + 1);
  }

  @Override
  public String host() {
    return HostName.of(stream.getAuthority());
  }

  @Override
  public @Nullable String header(String name) {
    return CallMetadata.first(headers, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return HeaderLines.compact(CallMetadata.values(headers, name));
  }

  @Override
  public @Nullable String remoteAddress() {
    SocketAddress address = stream.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : null;
  }

  @Override
  public int localPort() {
    return stream.getAttributes().get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)
            instanceof InetSocketAddress internet
        ? internet.getPort()
        : 0;
  }

  @Override
  public void addHeader(String name, String value) {
    fields.add(new HeaderField(name, value));
  }

  @Override
  public void replaceHeader(String name, String value) {
    fields.removeIf(field -> field.name().equals(name));
    addHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse response) {
    GrpcRejection rejection = GrpcRejection.of(response);
    gated.reject(rejection.status(), rejection.trailers());
  }
}
