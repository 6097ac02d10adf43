package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what becomes of calls while Redis does not answer, in a file, a rule or a limit. */
public final class OnFailureParser {
  static final String ON_STORE_FAILURE = "on-store-failure";
  static final Vocabulary CHOICES =
      new Vocabulary(List.of("local", "open", "closed")).with(Synonyms.OF_OUTAGE);

  private OnFailureParser() {}

  /** What a rule or a limit says, or else what is usual there; null if there is no Redis. */
  public static @Nullable FailurePolicy parse(SettingsMap settings, @Nullable FailurePolicy usual) {
    if (usual == null) {
      settings.errorAt(
          ON_STORE_FAILURE,
          "`on-store-failure` has no meaning without `store.redis`",
          "remove it, or add `store: { redis: \"" + StoreParser.EXAMPLE + "\" }`");
      return null;
    }
    return parse(settings.text(ON_STORE_FAILURE), usual);
  }

  public static FailurePolicy parse(@Nullable LocatedText text, FailurePolicy usual) {
    if (text == null) {
      return usual;
    }
    if (!CHOICES.known().contains(text.value())) {
      CHOICES.refuse(text, "choice");
      return usual;
    }
    return FailurePolicy.valueOf(text.value().toUpperCase(Locale.ROOT));
  }
}
