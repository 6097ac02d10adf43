package dev.penstock.instrument.server;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.WritableResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that an earlier hook has seen and that has reached a later one. */
public class ResumedExchange implements InboundExchange {
  /*
   * The request is read as the first hook saw it, so that all rules see the same. Subclasses
   * override methods whose result is known better now, such as the user and the response.
   */
  private final FirstPassMark mark;
  private final Milestone milestone;
  private final @Nullable String route;

  private final WritableResponse response;

  /** A request whose response is written as the first hook would write it. */
  public ResumedExchange(FirstPassMark mark, Milestone milestone, @Nullable String route) {
    this(mark, milestone, route, mark.exchange());
  }

  /** A request whose response is written here. */
  protected ResumedExchange(
      FirstPassMark mark, Milestone milestone, @Nullable String route, WritableResponse response) {
    this.mark = mark;
    this.milestone = milestone;
    this.route = route;
    this.response = response;
  }

  /** The request as the first hook saw it. */
  protected final InboundExchange first() {
    return mark.exchange();
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
  public int localPort() {
    return first().localPort();
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
    response.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    response.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    response.reject(rejection);
  }

  /** Does nothing: the first hook has attached the ticket, and reports the end of the call. */
  @Override
  public void attach(Object other) {}

  @Override
  public Object attachment() {
    return mark.attachment();
  }

  @Override
  public int status() {
    return first().status();
  }

  @Override
  public boolean endsLater(Runnable callback) {
    return false;
  }
}
