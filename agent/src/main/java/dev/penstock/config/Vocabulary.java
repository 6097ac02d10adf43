package dev.penstock.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words that may stand in one place.
 *
 * @param known those that mean something now
 * @param planned those of the whole language that do not yet
 * @param misplaced those that mean something only elsewhere
 */
record Vocabulary(List<String> known, List<String> planned, Map<String, Misplaced> misplaced) {
  Vocabulary(List<String> known, List<String> planned) {
    this(known, planned, Map.of());
  }

  /** The word that was probably meant; null if it is not like any of them. */
  @Nullable String nearest(String word) {
    if (misplaced.containsKey(word)) {
      return null;
    }
    List<String> candidates = new ArrayList<>(known);
    candidates.addAll(planned);
    return Suggestion.nearest(word, candidates);
  }

  /** Says why a word that is not known cannot stand there; {@code what} it would have to be. */
  void refuse(Text word, String what) {
    String all = what + "s are " + Words.list(known);
    if (planned.contains(word.value())) {
      word.error(Words.code(word.value()) + " is not supported yet", "supported " + all);
      return;
    }
    Misplaced elsewhere = misplaced.get(word.value());
    if (elsewhere != null) {
      word.error(Words.code(word.value()) + " " + elsewhere.why(), elsewhere.help());
      return;
    }
    String nearest = nearest(word.value());
    word.error(
        "unknown " + what + " " + Words.code(word.value()),
        nearest == null ? all : Suggestion.didYouMean(nearest));
  }

  /** Why a word cannot stand in a place, to be read after it, and what to do instead. */
  record Misplaced(String why, String help) {
    /** For what only calls have that go out. */
    static final Misplaced OUTBOUND_ONLY =
        new Misplaced("has no meaning for inbound calls", "it is for `outbound` rules");
  }
}
