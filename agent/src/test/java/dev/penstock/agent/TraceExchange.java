package dev.penstock.agent;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.RejectionResponse;
import org.jspecify.annotations.Nullable;

/** A fake request of a trace. It records its whole response as text. */
public class TraceExchange implements InboundExchange {
  private final String path;
  private final String address;
  private final @Nullable String apiKey;
  private final int status;
  private final StringBuilder response = new StringBuilder();
  private @Nullable Object attachment;
  private boolean rejected;

  public TraceExchange(String path, String address, @Nullable String apiKey, int status) {
    this.path = path;
    this.address = address;
    this.apiKey = apiKey;
    this.status = status;
  }

  String response() {
    return response.append('\n').toString();
  }

  public boolean isRejected() {
    return rejected;
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
    response.append(name).append(": ").append(value).append(' ');
  }

  @Override
  public void replaceHeader(String name, String value) {
    addHeader("again " + name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    rejected = true;
    response.append(rejection);
  }

  @Override
  public void attach(Object newAttachment) {
    attachment = newAttachment;
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
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
