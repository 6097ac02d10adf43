package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import java.util.List;

/** Changes the entries of one map in the style in which it is written. */
interface MapRewrite {
  /** In brackets or on lines, as the map is. */
  static MapRewrite of(LocatedValue map, TextEdits edits, CommentLines comments) {
    List<Entry> entries = map.entries();
    return map.isInBrackets()
        ? new BracketRewrite(entries == null ? List.of() : entries, edits, comments)
        : new LineRewrite(edits, comments);
  }

  /** Removes an entry, and the comment behind it; lines that are a comment in it stay. */
  void remove(Entry entry);

  /** Removes an entry with all comments in it. */
  void removeWhole(Entry entry);

  /** Gives an entry the value of another of the same name. */
  void replace(Entry own, Entry by);

  /** Puts entries of a map in the place of the entry that holds the map. */
  void dissolve(Entry holder, List<Entry> moved);

  /** To be called when all is said. */
  void finish();
}
