package dev.penstock.agent;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of an event loop, which comes again as often as a test says. */
public final class EventLoopExchange implements InboundExchange {
  private final String name;
  private final Call call = FakeCall.of("GET /a");
  private final List<String> seen;
  public Milestone milestone = Milestone.ROUTED;
  public boolean comesAgain;
  public boolean broken;
  private @Nullable Object kept;
  final Map<String, String> fields = new TreeMap<>();
  private boolean isDecided;
  public @Nullable Runnable atEnd;

  /**
   * @param seen what has happened to all calls
   */
  public EventLoopExchange(String name, List<String> seen) {
    this.name = name;
    this.seen = seen;
  }

  @Override
  public boolean resumesLater() {
    return comesAgain;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    seen.add(name + " held for " + micros);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    if (broken) {
      throw new IllegalStateException("as asked");
    }
    isDecided = false;
    whenDecided.accept(() -> isDecided = true);
    seen.add(name + " held until decided");
  }

  /** True if it was held until it is decided, and now it is. */
  boolean isDue() {
    return isDecided;
  }

  @Override
  public Object result(@Nullable Object result, @Nullable Runnable newAtEnd) {
    return "a promise of " + name;
  }

  @Override
  public void reject(RejectionResponse refusal) {
    seen.add(name + " refused");
  }

  @Override
  public boolean endsLater(Runnable newAtEnd) {
    atEnd = newAtEnd;
    return true;
  }

  @Override
  public void attach(Object newKept) {
    kept = newKept;
  }

  @Override
  public void detach() {
    kept = null;
  }

  @Override
  public @Nullable Object attachment() {
    return kept;
  }

  @Override
  public int status() {
    return 200;
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  @Override
  public String method() {
    return call.method();
  }

  @Override
  public String path() {
    return call.path();
  }

  @Override
  public @Nullable String query() {
    return call.query();
  }

  @Override
  public @Nullable String header(String field) {
    return call.header(field);
  }

  @Override
  public @Nullable String headerLines(String field) {
    return call.headerLines(field);
  }

  @Override
  public @Nullable String remoteAddress() {
    return call.remoteAddress();
  }

  @Override
  public void addHeader(String field, String value) {
    fields.put(field, value);
  }

  @Override
  public void replaceHeader(String field, String value) {
    if (broken) {
      throw new IllegalStateException("as asked");
    }
    fields.put(field, value);
  }
}
