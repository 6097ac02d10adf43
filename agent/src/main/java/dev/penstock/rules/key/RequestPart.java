package dev.penstock.rules.key;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** A part of a request that holds named values. */
public enum RequestPart {
  /** {@code header.X-API-Key}. */
  HEADER("header") {
    @Override
    public @Nullable String read(Call call, String name) {
      return call.onlyHeader(name);
    }
  },

  /** {@code cookie.session}. */
  COOKIE("cookie") {
    @Override
    public @Nullable String read(Call call, String name) {
      return call.cookie(name);
    }
  },

  /** {@code query.token}. */
  QUERY("query") {
    @Override
    public @Nullable String read(Call call, String name) {
      return call.parameter(name);
    }
  },

  /** {@code form.username}. */
  FORM("form") {
    @Override
    public @Nullable String read(Call call, String name) {
      return call.form(name);
    }
  },

  /** {@code jwt.sub}: a claim of the bearer's token, unverified. */
  JWT("jwt") {
    @Override
    public @Nullable String read(Call call, String name) {
      String authorization = call.onlyHeader("Authorization");
      return authorization == null || Ambiguous.is(authorization)
          ? authorization
          : ClaimCache.claim(authorization, name);
    }
  },

  /** {@code attribute.tenant}. */
  ATTRIBUTE("attribute") {
    @Override
    public @Nullable String read(Call call, String name) {
      return call.attribute(name);
    }
  };

  private final String word;

  RequestPart(String word) {
    this.word = word;
  }

  /** The word before the dot in a rules file. */
  public String word() {
    return word;
  }

  /**
   * The value with this name; null if the call has none, {@link Ambiguous#VALUE} if the application
   * could read another value.
   */
  public abstract @Nullable String read(Call call, String name);
}
