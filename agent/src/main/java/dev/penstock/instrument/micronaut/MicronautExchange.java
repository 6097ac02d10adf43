package dev.penstock.instrument.micronaut;

import dev.penstock.http.HeaderField;
import dev.penstock.http.Milestone;
import dev.penstock.http.PathReadings;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.ConnectionRequests;
import dev.penstock.instrument.server.EventLoopExchange;
import dev.penstock.instrument.server.GateResult;
import dev.penstock.instrument.server.NettyChannel;
import dev.penstock.instrument.server.SentTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request of Micronaut, from its arrival to the end of its response. */
final class MicronautExchange extends EventLoopExchange {
  /*
   * The response has no object yet when the request is decided, so header fields wait here until it
   * starts. A request for a WebSocket gets no response through Micronaut if it is accepted; it ends
   * with its connection.
   */
  private static final int NO_RESPONSE = 500;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final String WEB_SOCKET = "websocket";
  private static final String AFTER_SCHEME = "://";
  private static final String EXPECTATION = "100-continue";

  private final MicronautApi api;
  private final ConnectionRequests connections;
  private final Object handler;
  private final Object[] arguments;
  private final Object channel;
  private final List<HeaderField> fields = new ArrayList<>(5);
  private boolean awaitsDecision;
  private boolean isAttached;
  private volatile @Nullable RoutedExecution routed;
  private @Nullable RejectionResponse lateRejection;
  private volatile int status;

  /**
   * @param handler the object that accepts the request
   * @param arguments the context, the request of Netty, its body, and the object to respond with
   */
  MicronautExchange(
      MicronautApi api, ConnectionRequests connections, Object handler, Object[] arguments) {
    super(api.messages(), /* request= */ arguments[1]);
    this.api = api;
    this.connections = connections;
    this.handler = handler;
    this.arguments = arguments;
    channel = api.channel(arguments[0]);
    status = WEB_SOCKET.equalsIgnoreCase(header("Upgrade")) ? SWITCHING_PROTOCOLS : NO_RESPONSE;
  }

  /** The arguments for the method that accepts the request, with a watched way to respond. */
  @Override
  public Object[] replacement() {
    if (WatchedOutbound.exchangeOf(arguments[3]) == null) {
      arguments[3] = WatchedOutbound.of(api.outboundType(), arguments[3], this);
    }
    return arguments;
  }

  /** True, once, if the request was suspended on arrival and now returns with a decision. */
  boolean resumesArrival() {
    boolean resumes = awaitsDecision;
    awaitsDecision = false;
    return resumes;
  }

  /** Records that the request has reached its route. */
  void reach(RoutedExecution execution) {
    routed = execution;
  }

  /** Stores this exchange with the request that Micronaut has made. */
  void attachTo(Object request) {
    isAttached = true;
    MicronautExchanges.attach(request, this);
  }

  /** The start of the response with our header fields. */
  Object started(Object response) {
    status = api.messages().status(response);
    return fields.isEmpty() ? response : api.messages().withFields(response, fields);
  }

  /** Called when the response was passed on; nothing reports its end if there is no request. */
  void written() {
    if (!isAttached) {
      responseWritten();
    }
  }

  void responseWritten() {
    connections.remove(channel, this);
    ended();
  }

  @Override
  protected void execute(Runnable task) {
    api.eventLoop(arguments[0]).execute(task);
  }

  @Override
  protected void executeAfter(long micros, Runnable task) {
    Object unused = api.eventLoop(arguments[0]).schedule(task, micros, TimeUnit.MICROSECONDS);
  }

  @Override
  protected void resume(@Nullable GateResult known) {
    RoutedExecution execution = routed;
    if (execution != null) {
      execution.resume();
    } else if (api.isActive(channel)) {
      awaitsDecision = known == null;
      api.accept(handler, replacement());
    } else {
      api.close(arguments[2]);
      ended();
    }
  }

  @Override
  public void reject(RejectionResponse rejection) {
    fields.clear();
    if (routed == null) {
      api.discard(arguments[2], EXPECTATION.equalsIgnoreCase(header("Expect")));
      api.respond(arguments, rejection);
    } else {
      lateRejection = rejection;
    }
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable callback) {
    RoutedExecution execution = routed;
    if (execution == null) {
      return result;
    }
    return lateRejection == null ? execution.suspended() : execution.rejected(lateRejection);
  }

  @Override
  public boolean endsLater(Runnable callback) {
    boolean later = super.endsLater(callback);
    if (later) {
      connections.add(channel, this);
    }
    return later;
  }

  @Override
  public boolean onClose(Runnable callback) {
    return NettyChannel.onClose(channel, callback);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Milestone milestone() {
    return routed == null ? Milestone.ARRIVED : Milestone.ROUTED;
  }

  @Override
  public @Nullable String route() {
    RoutedExecution execution = routed;
    return execution == null ? null : execution.template();
  }

  @Override
  public @Nullable String user() {
    RoutedExecution execution = routed;
    return execution == null ? null : execution.user();
  }

  @Override
  public @Nullable String attribute(String name) {
    RoutedExecution execution = routed;
    return execution == null ? null : execution.attribute(name);
  }

  @Override
  public String path() {
    return RawPath.withParameters(api.messages().rawPath(arguments[1]));
  }

  /** Behind a host without a path, Micronaut finds one even in the query. */
  @Override
  protected List<String> readOtherPaths() {
    List<String> others = super.readOtherPaths();
    String target = api.messages().sentTarget(arguments[1]);
    int query = target.indexOf('?');
    int host = target.startsWith("/") ? -1 : target.indexOf(AFTER_SCHEME);
    int start = host < 0 ? -1 : target.indexOf('/', host + AFTER_SCHEME.length());
    if (query < 0 || start < query) {
      return others;
    }
    List<String> all = new ArrayList<>(others);
    all.addAll(PathReadings.besides(path(), SentTarget.of(target.substring(start)).path()));
    return all;
  }

  @Override
  public @Nullable String remoteAddress() {
    return api.remoteAddress(channel);
  }

  @Override
  public int localPort() {
    return api.localPort(channel);
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
}
