package dev.penstock.instrument.container;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HostName;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.EndOfCall;
import dev.penstock.instrument.server.ReflectiveExchange;
import dev.penstock.instrument.servlet.UpgradedConnection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of Jetty 12 at its server, which no servlet will see. */
final class JettyHandlerExchange extends ReflectiveExchange {
  /*
   * Jetty may call its handlers on a thread that serves other connections next, so a request never
   * waits here. It is passed to the server again, on a thread of the server's pool.
   */
  private static final long MICROS_PER_MILLI = 1_000;

  private final JettyCoreReader reader;
  private final JettyServerApi server;
  private final JettyCoreRequest jetty;
  private final EndOfCall end = new EndOfCall();
  private volatile @Nullable Object attachment;
  private volatile boolean awaitsDecision;

  JettyHandlerExchange(JettyCoreReader reader, JettyServerApi server, JettyCoreRequest jetty) {
    super(reader, jetty.request());
    this.reader = reader;
    this.server = server;
    this.jetty = jetty;
  }

  @Override
  public String path() {
    String encoded = reader.canonicalPath(jetty.request());
    return encoded == null ? "/" : RawPath.routed(encoded);
  }

  @Override
  public String host() {
    String host = header("Host");
    return HostName.of(host == null ? reader.authority(jetty.request()) : host);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    long millis = (micros + MICROS_PER_MILLI - 1) / MICROS_PER_MILLI;
    server.runAfter(millis, jetty.request(), this::handle);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    awaitsDecision = true;
    whenDecided.accept(() -> server.run(jetty.request(), this::handle));
  }

  private void handle() {
    server.handle(jetty.request(), jetty.response(), jetty.callback());
  }

  /** True, once, if the request was suspended and now returns with a decision. */
  boolean resumes() {
    boolean resumes = awaitsDecision;
    awaitsDecision = false;
    return resumes;
  }

  boolean isCommitted() {
    return jetty.isCommitted();
  }

  @Override
  public void addHeader(String name, String value) {
    jetty.setHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    jetty.setHeader(name, value);
  }

  /** Reads the body of the request after the response: Jetty closes the connection otherwise. */
  @Override
  public void reject(RejectionResponse rejection) {
    // A client that waits for a permission to send the body may never send it.
    boolean hasBody = header("Expect") == null;
    Object done = hasBody ? server.afterBody(jetty.request(), jetty.callback()) : jetty.callback();
    jetty.reject(rejection, done);
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
  public void expectEnd() {
    jetty.onEnd(failure -> end.end());
  }

  @Override
  public int status() {
    return jetty.status();
  }

  /** Jetty reports every end, also that of a request that ends with the handler. */
  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }

  @Override
  public boolean onClose(Runnable callback) {
    try {
      Object connection = reader.attribute(jetty.request(), UpgradedConnection.JETTY_12_ATTRIBUTE);
      return connection != null && UpgradedConnection.onJettyClose(connection, callback);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return false;
    }
  }
}
