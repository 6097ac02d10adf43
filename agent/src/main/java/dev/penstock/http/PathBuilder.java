package dev.penstock.http;

/** Builds a normalized path from its segments. */
final class PathBuilder {
  private final StringBuilder path;
  private final boolean resolvesDots;

  /**
   * @param length about how long the path becomes
   * @param resolvesDots true to resolve dot segments; false to keep them as names
   */
  PathBuilder(int length, boolean resolvesDots) {
    path = new StringBuilder(length + 1);
    this.resolvesDots = resolvesDots;
  }

  /** Adds a segment, unless it is empty. */
  void add(String segment) {
    if (segment.isEmpty() || (resolvesDots && segment.equals("."))) {
      return;
    }
    if (resolvesDots && segment.equals("..")) {
      path.setLength(Math.max(0, path.lastIndexOf("/")));
      return;
    }
    path.append('/').append(segment);
  }

  /** The path so far; a slash if it has no segments. */
  String path() {
    return path.length() == 0 ? "/" : path.toString();
  }
}
