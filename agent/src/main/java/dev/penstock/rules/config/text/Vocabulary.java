package dev.penstock.rules.config.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words that may stand in one place.
 *
 * @param known those that mean something
 * @param misplaced those that mean something only elsewhere
 * @param synonyms which words of other tools mean one of these
 */
public record Vocabulary(List<String> known, Map<String, Misplaced> misplaced, Synonyms synonyms) {
  public Vocabulary(List<String> known) {
    this(known, Map.of());
  }

  public Vocabulary(List<String> known, Map<String, Misplaced> misplaced) {
    this(known, misplaced, Synonyms.NONE);
  }

  /** The same words, of which some have other names elsewhere. */
  public Vocabulary with(Synonyms newSynonyms) {
    return new Vocabulary(known, misplaced, newSynonyms);
  }

  /** The word that was probably meant; null if it is not like any of them. */
  public @Nullable String nearest(String word) {
    if (misplaced.containsKey(word)) {
      return null;
    }
    String meant = synonyms.words().get(word);
    if (meant == null || !known.contains(meant)) {
      meant = Suggestion.nearest(word, known);
    }
    return meant == null ? nearestSynonym(word) : meant;
  }

  private @Nullable String nearestSynonym(String word) {
    Map<String, String> words = synonyms.words();
    List<String> usable = new ArrayList<>(words.keySet());
    usable.removeIf(synonym -> !known.contains(words.get(synonym)));
    usable.sort(/* c= */ null); // of two equally good guesses always the same one is made
    String nearest = Suggestion.nearest(word, usable);
    return nearest == null ? null : words.get(nearest);
  }

  /** The same for a word whose value is a list or a map, which only {@code limits} can be. */
  @Nullable String nearestOfBlock(String word) {
    String nearest = Suggestion.nearest(word, known);
    return nearest == null || misplaced.containsKey(word) ? nearest(word) : nearest;
  }

  /** Says why a word that is not known cannot stand there; {@code what} it would have to be. */
  public void refuse(LocatedText word, String what) {
    refuse(word, what, nearest(word.value()));
  }

  /** The same with a better guess of what was meant; null if there is none. */
  public void refuse(LocatedText word, String what, @Nullable String meant) {
    Misplaced elsewhere = misplaced.get(word.value());
    if (elsewhere != null) {
      word.error(MessageWords.code(word) + " " + elsewhere.why(), elsewhere.help());
      return;
    }
    word.error(
        "unknown " + what + " " + MessageWords.code(word),
        meant == null ? what + "s are " + MessageWords.list(known) : Suggestion.didYouMean(meant));
  }

  /** Why a word cannot stand in a place, to be read after it, and what to do instead. */
  public record Misplaced(String why, String help) {
    /** For what only calls have that go out. */
    public static final Misplaced OUTBOUND_ONLY =
        new Misplaced("has no meaning for inbound calls", "it is for `outbound` rules");

    /** For the time that others write apart from the number of calls. */
    public static final Misplaced IN_RATE =
        new Misplaced("is a part of the rate", "write both in one: `rate: 100/min`");
  }
}
