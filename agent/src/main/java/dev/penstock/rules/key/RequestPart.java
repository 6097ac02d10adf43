package dev.penstock.rules.key;

import dev.penstock.http.Ambiguous;
import dev.penstock.http.Call;
import org.jspecify.annotations.Nullable;

/** A part of a request that holds named values. */
public enum RequestPart {
  /** {@code header.X-API-Key}. */
  HEADER("header"),

  /** {@code cookie.session}. */
  COOKIE("cookie"),

  /** {@code query.token}. */
  QUERY("query"),

  /** {@code form.username}. */
  FORM("form"),

  /** {@code jwt.sub}: a claim of the bearer's token, unverified. */
  JWT("jwt"),

  /** {@code attribute.tenant}. */
  ATTRIBUTE("attribute");

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
  public @Nullable String read(Call call, String name) {
    return switch (this) {
      case HEADER -> call.onlyHeader(name);
      case COOKIE -> call.cookie(name);
      case QUERY -> call.parameter(name);
      case FORM -> call.form(name);
      case JWT -> claim(call, name);
      case ATTRIBUTE -> call.attribute(name);
    };
  }

  private static @Nullable String claim(Call call, String name) {
    String authorization = call.onlyHeader("Authorization");
    return authorization == null || Ambiguous.is(authorization)
        ? authorization
        : ClaimCache.claim(authorization, name);
  }
}
