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

/** A fake request on an event loop. Tests resume it by entering the gatekeeper again. */
public final class EventLoopExchange implements InboundExchange {
  private final String name;
  private final Call call = FakeCall.of("GET /a");
  private final List<String> seen;
  public Milestone milestone = Milestone.ROUTED;
  public boolean resumesLater;
  public boolean broken;
  private @Nullable Object attachment;
  final Map<String, String> fields = new TreeMap<>();
  private boolean isDecided;
  public @Nullable Runnable atEnd;

  /**
   * @param seen the log to which this exchange adds its events
   */
  public EventLoopExchange(String name, List<String> seen) {
    this.name = name;
    this.seen = seen;
  }

  @Override
  public boolean resumesLater() {
    return resumesLater;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public void suspendFor(long micros) {
    seen.add(name + " suspended for " + micros);
  }

  @Override
  public void suspendUntil(Consumer<Runnable> whenDecided) {
    if (broken) {
      throw new IllegalStateException("on purpose");
    }
    isDecided = false;
    whenDecided.accept(() -> isDecided = true);
    seen.add(name + " suspended until decided");
  }

  /** True if the exchange was suspended and its decision is now complete. */
  boolean isDue() {
    return isDecided;
  }

  @Override
  public Object result(@Nullable Object result, @Nullable Runnable newAtEnd) {
    return "a promise of " + name;
  }

  @Override
  public void reject(RejectionResponse response) {
    seen.add(name + " rejected");
  }

  @Override
  public boolean endsLater(Runnable newAtEnd) {
    atEnd = newAtEnd;
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
      throw new IllegalStateException("on purpose");
    }
    fields.put(field, value);
  }
}
