package dev.penstock.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words that may stand in one place.
 *
 * @param known those that mean something now
 * @param planned those of the whole language that do not yet
 */
record Vocabulary(List<String> known, List<String> planned) {
  /** The word that was probably meant; null if it is not like any of them. */
  @Nullable String nearest(String word) {
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
    String nearest = nearest(word.value());
    word.error(
        "unknown " + what + " " + Words.code(word.value()),
        nearest == null ? all : Suggestion.didYouMean(nearest));
  }
}
