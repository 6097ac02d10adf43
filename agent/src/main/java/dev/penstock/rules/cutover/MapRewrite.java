package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import java.util.List;

/** Edits the entries of one map in the style in which it is written. */
interface MapRewrite {
  /** Creates the editor for a map in brackets or on separate lines. */
  static MapRewrite of(LocatedValue map, TextEdits edits, CommentLines comments) {
    List<Entry> entries = map.entries();
    return map.isInBrackets()
        ? new BracketRewrite(entries == null ? List.of() : entries, edits, comments)
        : new LineRewrite(edits, comments);
  }

  /** Removes an entry and the comment after it. Comment lines in it stay. */
  void remove(Entry entry);

  /** Removes an entry with all comments in it. */
  void removeWhole(Entry entry);

  /** Replaces the value of an entry by that of another entry with the same name. */
  void replace(Entry own, Entry by);

  /** Replaces an entry whose value is a map by some entries of that map. */
  void dissolve(Entry holder, List<Entry> moved);

  /** Applies pending removals. Call this after all other methods. */
  void finish();
}
