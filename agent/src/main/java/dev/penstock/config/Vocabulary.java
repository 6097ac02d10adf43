package dev.penstock.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words that may stand in one place.
 *
 * @param known those that mean something
 * @param misplaced those that mean something only elsewhere
 */
record Vocabulary(List<String> known, Map<String, Misplaced> misplaced) {
  Vocabulary(List<String> known) {
    this(known, Map.of());
  }

  /** The word that was probably meant; null if it is not like any of them. */
  @Nullable String nearest(String word) {
    return misplaced.containsKey(word) ? null : Suggestion.nearest(word, known);
  }

  /** Says why a word that is not known cannot stand there; {@code what} it would have to be. */
  void refuse(Text word, String what) {
    Misplaced elsewhere = misplaced.get(word.value());
    if (elsewhere != null) {
      word.error(Words.code(word.value()) + " " + elsewhere.why(), elsewhere.help());
      return;
    }
    String nearest = nearest(word.value());
    word.error(
        "unknown " + what + " " + Words.code(word.value()),
        nearest == null ? what + "s are " + Words.list(known) : Suggestion.didYouMean(nearest));
  }

  /** Why a word cannot stand in a place, to be read after it, and what to do instead. */
  record Misplaced(String why, String help) {
    /** For what only calls have that go out. */
    static final Misplaced OUTBOUND_ONLY =
        new Misplaced("has no meaning for inbound calls", "it is for `outbound` rules");
  }
}
