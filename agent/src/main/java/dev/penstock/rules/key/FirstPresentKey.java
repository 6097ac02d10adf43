package dev.penstock.rules.key;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The first of several sources that the call carries, such as {@code header.X-API-Key | ip}. */
public record FirstPresentKey(List<KeySource> sources) implements KeySource {
  /*
   * After an ambiguous source, only sources that every call has, such as the address, are used. The
   * application may identify the client by the ambiguous source, so the client must not be able to
   * choose its budget by another one.
   */
  public FirstPresentKey {
    List<KeySource> flat = new ArrayList<>();
    for (KeySource source : sources) {
      flat.addAll(source instanceof FirstPresentKey nested ? nested.sources : List.of(source));
    }
    sources = List.copyOf(flat);
  }

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    boolean ambiguous = false;
    for (int i = 0; i < sources.size(); i++) {
      KeySource source = sources.get(i);
      if (isUsable(source, ambiguous)) {
        if (source.addTo(hash, context)) {
          return true;
        }
        ambiguous = ambiguous || source.isAmbiguous(context);
      }
    }
    return false;
  }

  private static boolean isUsable(KeySource source, boolean ambiguous) {
    return !ambiguous || !source.canBeAbsent();
  }

  /** The source that identifies this call; null if none does. */
  private @Nullable KeySource chosen(KeyContext context) {
    boolean ambiguous = false;
    for (int i = 0; i < sources.size(); i++) {
      KeySource source = sources.get(i);
      if (isUsable(source, ambiguous)) {
        if (source.isPresent(context)) {
          return source;
        }
        ambiguous = ambiguous || source.isAmbiguous(context);
      }
    }
    return null;
  }

  @Override
  public @Nullable String value(KeyContext context) {
    KeySource chosen = chosen(context);
    return chosen == null ? null : chosen.value(context);
  }

  @Override
  public boolean canBeAbsent() {
    for (KeySource source : sources) {
      if (!source.canBeAbsent()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isPresent(KeyContext context) {
    return chosen(context) != null;
  }

  @Override
  public boolean isAmbiguous(KeyContext context) {
    boolean ambiguous = false;
    for (int i = 0; i < sources.size(); i++) {
      ambiguous = ambiguous || sources.get(i).isAmbiguous(context);
    }
    return ambiguous && !isPresent(context);
  }

  @Override
  public boolean mayChange(KeyContext context) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).mayChange(context)) {
        return true;
      }
      if (sources.get(i).isPresent(context)) {
        return false; // the sources after it are not used
      }
    }
    return false;
  }

  @Override
  public boolean needs(KeyRequirement need) {
    for (KeySource source : sources) {
      if (source.needs(need)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable String describe(KeyContext context) {
    KeySource chosen = chosen(context);
    return chosen == null ? null : chosen.describe(context);
  }

  @Override
  public String toString() {
    StringJoiner alternatives = new StringJoiner(" | ");
    for (KeySource source : sources) {
      alternatives.add(source.toString());
    }
    return alternatives.toString();
  }
}
