package dev.penstock.instrument.netty.channel;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.HeaderField;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.netty.AdmittedRequest;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.server.GateResult;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request in a channel of Netty, from its arrival to the end of its response. */
abstract class ChannelExchange implements InboundExchange, AdmittedRequest {
  /*
   * Runs on the event loop of the channel, except for the end of the request, which its response
   * may reach on another thread. The response has no object yet when the request is decided, so
   * header fields wait here until it is written.
   */
  private static final int NO_RESPONSE = 500;

  /** The request of a connection that has upgraded it to HTTP/2; its response is in stream 1. */
  static final AttributeKey<AdmittedRequest> UPGRADED =
      AttributeKey.valueOf("dev.penstock.upgraded");

  private final ChannelHandlerContext context;
  private final ExchangeOwner owner;
  private final String rawPath;
  private final @Nullable String query;
  private final List<HeaderField> fields = new ArrayList<>(5);
  private final EndOfCall end = new EndOfCall();
  private @Nullable List<String> otherPaths;
  private @Nullable RejectionResponse rejection;
  private boolean rejected;
  private boolean suspended;
  private boolean endReported;
  private boolean claimed;
  private volatile @Nullable Object attachment;
  private volatile int status = NO_RESPONSE;

  /**
   * Describes a request.
   *
   * @param target the path and the query as the client sent them
   */
  ChannelExchange(ChannelHandlerContext context, ExchangeOwner owner, String target) {
    this.context = context;
    this.owner = owner;
    int mark = target.indexOf('?');
    rawPath = mark < 0 ? target : target.substring(0, mark);
    query = mark < 0 ? null : target.substring(mark + 1);
  }

  /** Asks the gate whether the request continues. */
  GateResult ask() {
    suspended = false;
    Ticket ticket = Gate.enter("netty", owner, this, /* response= */ null);
    if (Gate.skipsMethod(ticket)) {
      if (rejection != null) {
        rejected = true;
        return GateResult.REJECTED;
      }
      if (suspended) {
        return GateResult.SUSPENDED;
      }
    }
    if (ticket != null) {
      Gate.leave(ticket, /* thrown= */ null);
    }
    return GateResult.ADMITTED;
  }

  /** The response to a rejected request. */
  RejectionResponse rejection() {
    if (rejection == null) {
      throw new IllegalStateException("not rejected");
    }
    return rejection;
  }

  /** True if the gate has rejected the request, and no error has let it continue after all. */
  boolean isRejected() {
    return rejected;
  }

  @Override
  public List<HeaderField> fields() {
    return fields;
  }

  @Override
  public void responding(int newStatus) {
    status = newStatus;
  }

  @Override
  public boolean isEndReported() {
    return endReported;
  }

  @Override
  public void ended() {
    end.end();
  }

  @Override
  public void claim() {
    claimed = true;
  }

  /**
   * Lets the handler of stream 1 end the request. If none {@linkplain #claim claims} it in this
   * turn of the event loop, it ends.
   */
  void continueInStream() {
    context.channel().attr(UPGRADED).set(this);
    context.channel().closeFuture().addListener(closed -> ended());
    context.executor().execute(this::endUnlessClaimed);
  }

  private void endUnlessClaimed() {
    if (!claimed) {
      ended();
    }
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    suspended = true;
    Object unused =
        context
            .executor()
            .schedule(() -> owner.resume(this, GateResult.ADMITTED), micros, TimeUnit.MICROSECONDS);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    suspended = true;
    whenDecided.accept(this::resumeOnLoop);
  }

  private void resumeOnLoop() {
    try {
      context.executor().execute(() -> owner.resume(this, /* known= */ null));
    } catch (RejectedExecutionException stopped) {
      // The event loop has stopped, and its channels are closed.
    }
  }

  @Override
  public boolean endsLater(Runnable callback) {
    endReported = end.onEnd(callback);
    return endReported;
  }

  @Override
  public boolean onClose(Runnable callback) {
    context.channel().closeFuture().addListener(closed -> callback.run());
    return true;
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
    return status;
  }

  /** Applications compare the path with their own, some after resolving dots. */
  @Override
  public String path() {
    return RawPath.withParameters(withoutAuthority(rawPath));
  }

  /** The path of {@code http://host/path}. */
  private static String withoutAuthority(String target) {
    int scheme = target.startsWith("/") ? -1 : target.indexOf("://");
    if (scheme < 0) {
      return target;
    }
    int path = target.indexOf('/', scheme + "://".length());
    return path < 0 ? "/" : target.substring(path);
  }

  @Override
  public List<String> otherPaths() {
    if (otherPaths == null) {
      otherPaths = PathReadings.besides(path(), rawPath);
    }
    return otherPaths;
  }

  @Override
  public @Nullable String query() {
    return query;
  }

  @Override
  public @Nullable String remoteAddress() {
    SocketAddress address = context.channel().remoteAddress();
    return address instanceof InetSocketAddress internet && internet.getAddress() != null
        ? internet.getAddress().getHostAddress()
        : null;
  }

  @Override
  public int localPort() {
    return context.channel().localAddress() instanceof InetSocketAddress internet
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
  public void reject(RejectionResponse newRejection) {
    rejection = newRejection;
  }
}
