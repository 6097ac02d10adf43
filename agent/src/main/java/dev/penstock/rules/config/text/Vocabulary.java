package dev.penstock.rules.config.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words that are allowed in one place.
 *
 * @param known the allowed words
 * @param misplaced words that are allowed only in another place
 * @param synonyms words of other tools for the allowed words
 */
public record Vocabulary(List<String> known, Map<String, Misplaced> misplaced, Synonyms synonyms) {
  public Vocabulary(List<String> known) {
    this(known, Map.of());
  }

  public Vocabulary(List<String> known, Map<String, Misplaced> misplaced) {
    this(known, misplaced, Synonyms.NONE);
  }

  /** Returns a copy with synonyms. */
  public Vocabulary with(Synonyms newSynonyms) {
    return new Vocabulary(known, misplaced, newSynonyms);
  }

  /** The word that was probably meant; null if no word is similar. */
  public @Nullable String nearest(String word) {
    if (misplaced.containsKey(word)) {
      return null;
    }
    String suggestion = synonyms.words().get(word);
    if (suggestion == null || !known.contains(suggestion)) {
      suggestion = Suggestion.nearest(word, known);
    }
    return suggestion == null ? nearestSynonym(word) : suggestion;
  }

  private @Nullable String nearestSynonym(String word) {
    Map<String, String> words = synonyms.words();
    List<String> usable = new ArrayList<>(words.keySet());
    usable.removeIf(synonym -> !known.contains(words.get(synonym)));
    usable.sort(/* c= */ null); // so that equally good suggestions have a fixed order
    String nearest = Suggestion.nearest(word, usable);
    return nearest == null ? null : words.get(nearest);
  }

  /**
   * Like {@link #nearest} for a word whose value is a list or a map: prefers similar spellings to
   * synonyms, because {@code limit} with a list means {@code limits}.
   */
  @Nullable String nearestOfBlock(String word) {
    String nearest = Suggestion.nearest(word, known);
    return nearest == null || misplaced.containsKey(word) ? nearest(word) : nearest;
  }

  /** Reports an unknown word; {@code what} names the kind of word, such as "key". */
  public void reject(LocatedText word, String what) {
    reject(word, what, nearest(word.value()));
  }

  /** Reports an unknown word with a suggestion; null if there is none. */
  public void reject(LocatedText word, String what, @Nullable String suggestion) {
    Misplaced elsewhere = misplaced.get(word.value());
    if (elsewhere != null) {
      word.error(MessageWords.code(word) + " " + elsewhere.why(), elsewhere.help());
      return;
    }
    word.error(
        "unknown " + what + " " + MessageWords.code(word),
        suggestion == null
            ? what + "s are " + MessageWords.list(known)
            : Suggestion.didYouMean(suggestion));
  }

  /** A word in the wrong place: the reason, which continues the quoted word, and the help. */
  public record Misplaced(String why, String help) {
    /** A setting that only outbound rules have. */
    public static final Misplaced OUTBOUND_ONLY =
        new Misplaced("is not available for inbound rules", "use it in rules under `outbound`");

    /** A period that other tools write separately from the number of calls. */
    public static final Misplaced IN_RATE =
        new Misplaced("is part of the rate", "write both in one: `rate: 100/min`");
  }
}
