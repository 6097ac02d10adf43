package dev.penstock.config;

import dev.penstock.redis.OnOutage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what becomes of calls while Redis does not answer, in a file, a rule or a limit. */
final class OutageParser {
  static final String ON_STORE_FAILURE = "on-store-failure";
  static final Vocabulary CHOICES =
      new Vocabulary(List.of("local", "open", "closed")).with(Synonyms.OF_OUTAGE);

  private OutageParser() {}

  /** What a rule or a limit says, or else what is usual there; null if there is no Redis. */
  static @Nullable OnOutage parse(Settings settings, @Nullable OnOutage usual) {
    if (usual == null) {
      settings.errorAt(
          ON_STORE_FAILURE,
          "`on-store-failure` has no meaning without `store.redis`",
          "remove it, or add `store: { redis: \"" + StoreParser.EXAMPLE + "\" }`");
      return null;
    }
    return parse(settings.text(ON_STORE_FAILURE), usual);
  }

  static OnOutage parse(@Nullable Text text, OnOutage usual) {
    if (text == null) {
      return usual;
    }
    if (!CHOICES.known().contains(text.value())) {
      CHOICES.refuse(text, "choice");
      return usual;
    }
    return OnOutage.valueOf(text.value().toUpperCase(Locale.ROOT));
  }
}
