package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses how calls are handled while Redis is unavailable, in a file, a rule or a limit. */
public final class OnFailureParser {
  static final String ON_STORE_FAILURE = "on-store-failure";
  static final Vocabulary CHOICES =
      new Vocabulary(List.of("local", "open", "closed")).with(Synonyms.OF_OUTAGE);

  private OnFailureParser() {}

  /** The setting of a rule or a limit, or else {@code inherited}; null if there is no Redis. */
  public static @Nullable FailurePolicy parse(
      SettingsMap settings, @Nullable FailurePolicy inherited) {
    if (inherited == null) {
      settings.errorAt(
          ON_STORE_FAILURE,
          "`on-store-failure` requires `store.redis`",
          "remove it, or add `store: { redis: \"" + StoreParser.EXAMPLE + "\" }`");
      return null;
    }
    return parse(settings.text(ON_STORE_FAILURE), inherited);
  }

  public static FailurePolicy parse(@Nullable LocatedText text, FailurePolicy inherited) {
    if (text == null) {
      return inherited;
    }
    if (!CHOICES.known().contains(text.value())) {
      CHOICES.reject(text, "choice");
      return inherited;
    }
    return FailurePolicy.valueOf(text.value().toUpperCase(Locale.ROOT));
  }
}
