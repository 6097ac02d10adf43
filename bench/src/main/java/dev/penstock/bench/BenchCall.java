package dev.penstock.bench;

import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** A typical request with a path of three segments, an API key and an IPv4 address. */
record BenchCall(String method, String path, String apiKey, String remoteAddress) implements Call {
  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String name) {
    return name.equals("X-API-Key") ? apiKey : null;
  }

  @Override
  public @Nullable String headerLines(String name) {
    return header(name);
  }
}
