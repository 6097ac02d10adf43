package dev.penstock.instrument;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that was met before and has come further since. */
public class ResumedExchange implements InboundExchange {
  /*
   * What was sent is asked of the call as it was met first, so that it cannot look different now.
   * Who is calling, and how to answer, is known better here: places that know say so by overriding.
   */
  private final FirstPassMark look;
  private final Milestone milestone;
  private final @Nullable String route;

  public ResumedExchange(FirstPassMark look, Milestone milestone, @Nullable String route) {
    this.look = look;
    this.milestone = milestone;
    this.route = route;
  }

  /** The call as it was met first. */
  protected final InboundExchange first() {
    return look.visit();
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  @Override
  public @Nullable String route() {
    return route;
  }

  @Override
  public String method() {
    return first().method();
  }

  @Override
  public String path() {
    return first().path();
  }

  @Override
  public List<String> otherPaths() {
    return first().otherPaths();
  }

  @Override
  public @Nullable String query() {
    return first().query();
  }

  @Override
  public @Nullable String header(String name) {
    return first().header(name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return first().headerLines(name);
  }

  @Override
  public @Nullable String onlyHeader(String name) {
    return first().onlyHeader(name);
  }

  @Override
  public @Nullable String cookie(String name) {
    return first().cookie(name);
  }

  @Override
  public @Nullable String parameter(String name) {
    return first().parameter(name);
  }

  @Override
  public @Nullable String remoteAddress() {
    return first().remoteAddress();
  }

  @Override
  public String host() {
    return first().host();
  }

  @Override
  public @Nullable String form(String name) {
    return first().form(name);
  }

  @Override
  public @Nullable String user() {
    return first().user();
  }

  @Override
  public @Nullable String session() {
    return first().session();
  }

  @Override
  public @Nullable String attribute(String name) {
    return first().attribute(name);
  }

  @Override
  public void addHeader(String name, String value) {
    first().addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    first().replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    first().reject(refusal);
  }

  /** It is kept already, and whoever kept it will hear of its end. */
  @Override
  public void attach(Object other) {}

  @Override
  public Object attachment() {
    return look.kept();
  }

  @Override
  public int status() {
    return first().status();
  }

  @Override
  public boolean endsLater(Runnable atEnd) {
    return false;
  }
}
