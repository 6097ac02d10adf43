package dev.penstock.rules.key;

import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** The call of a {@link KeyContext} that is not in use. */
enum EmptyCall implements Call {
  INSTANCE;

  @Override
  public String method() {
    return "";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String name) {
    return null;
  }

  @Override
  public @Nullable String headerLines(String name) {
    return null;
  }

  @Override
  public @Nullable String remoteAddress() {
    return null;
  }
}
