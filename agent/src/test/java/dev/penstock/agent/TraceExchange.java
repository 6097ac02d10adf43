package dev.penstock.agent;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import org.jspecify.annotations.Nullable;

/** A request of a trace, and its whole answer as text. */
public class TraceExchange implements InboundExchange {
  private final String path;
  private final String address;
  private final @Nullable String apiKey;
  private final int status;
  private final StringBuilder answer = new StringBuilder();
  private @Nullable Object kept;
  private boolean refused;

  public TraceExchange(String path, String address, @Nullable String apiKey, int status) {
    this.path = path;
    this.address = address;
    this.apiKey = apiKey;
    this.status = status;
  }

  String answer() {
    return answer.append('\n').toString();
  }

  public boolean isRefused() {
    return refused;
  }

  @Override
  public String method() {
    return "POST";
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String name) {
    return name.equalsIgnoreCase("X-API-Key") ? apiKey : null;
  }

  @Override
  public @Nullable String headerLines(String name) {
    return header(name);
  }

  @Override
  public String remoteAddress() {
    return address;
  }

  @Override
  public void addHeader(String name, String value) {
    answer.append(name).append(": ").append(value).append(' ');
  }

  @Override
  public void replaceHeader(String name, String value) {
    addHeader("again " + name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    refused = true;
    answer.append(refusal);
  }

  @Override
  public void attach(Object newKept) {
    kept = newKept;
  }

  @Override
  public @Nullable Object attachment() {
    return kept;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public boolean endsLater(Runnable atEnd) {
    return false;
  }
}
