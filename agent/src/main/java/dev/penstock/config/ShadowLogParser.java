package dev.penstock.config;

import dev.penstock.rule.ShadowLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code shadow-log}: where diverging calls are written to. */
final class ShadowLogParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("path", "max-size", "keep", "secret"));
  private static final long MOST_KEPT = 100;

  private ShadowLogParser() {}

  /** The log; null if there is none or, with a problem, if nothing can be made of it. */
  static @Nullable ShadowLog parse(@Nullable Value written, Folder folder) {
    if (written == null) {
      return null;
    }
    if (!written.isMap()) {
      Text path = written.text();
      return path == null
          ? null
          : new ShadowLog(
              folder.find(path.value()).getPath(),
              ShadowLog.USUAL_MAX_BYTES,
              ShadowLog.USUAL_KEEP,
              /* secret= */ null);
    }
    Settings settings = written.settings(KEYS);
    return settings == null ? null : parse(written, settings, folder);
  }

  private static @Nullable ShadowLog parse(Value written, Settings settings, Folder folder) {
    if (!settings.mentions("path")) {
      written.error("`shadow-log` has no `path`", "add one, such as `path: divergence.jsonl`");
    }
    Text path = settings.text("path");
    Text size = settings.text("max-size");
    Long maxBytes = size == null ? null : SizeParser.parse(size);
    Long keep = settings.number("keep", "the number of files kept", 0, MOST_KEPT);
    String secret = SecretParser.parse(settings.text("secret"));
    return path == null
        ? null
        : new ShadowLog(
            folder.find(path.value()).getPath(),
            maxBytes == null ? ShadowLog.USUAL_MAX_BYTES : maxBytes,
            keep == null ? ShadowLog.USUAL_KEEP : keep.intValue(),
            secret);
  }
}
