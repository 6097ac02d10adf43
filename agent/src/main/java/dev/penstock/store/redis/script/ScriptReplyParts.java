package dev.penstock.store.redis.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the parts of a script's reply, before anything is made of them. */
final class ScriptReplyParts {
  /** Numbers of scripts are whole and below 2^53, which has 16 digits. */
  private static final int MOST_DIGITS = 16;

  private ScriptReplyParts() {}

  /** True if the part is a number that a script can return and is not negative. */
  static boolean isCount(@Nullable Object part) {
    return isCount(part, ScriptedLimit.MOST_EXACT);
  }

  static boolean isCount(@Nullable Object part, long most) {
    return part instanceof Long number && number >= 0 && number <= most;
  }

  /** True if a script says that it was told of other times than its own, and nothing else. */
  static boolean isAstray(List<?> reply) {
    return reply.size() == 2 && reply.get(1) instanceof Long number && number == -1;
  }

  /** True if the part is a text of so many decimals, set apart by one blank. */
  static boolean areDecimals(@Nullable Object part, int least, int most) {
    if (!(part instanceof byte[] text)) {
      return false;
    }
    int numbers = 1;
    int digits = 0;
    for (byte next : text) {
      if (next == ' ' && digits > 0) {
        numbers++;
        digits = 0;
      } else if (next < '0' || next > '9' || ++digits > MOST_DIGITS) {
        return false;
      }
    }
    return digits > 0 && numbers >= least && numbers <= most;
  }
}
