package dev.penstock.store.redis.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the parts of a script's reply before they are used. */
final class ScriptReplyParts {
  /** Numbers of scripts are below 2^53, which has 16 digits. */
  private static final int MOST_DIGITS = 16;

  private ScriptReplyParts() {}

  /** True if the part is a number from 0 to 2^53 - 1. */
  static boolean isCount(@Nullable Object part) {
    return isCount(part, ScriptedLimit.MAX_EXACT);
  }

  static boolean isCount(@Nullable Object part, long most) {
    return part instanceof Long number && number >= 0 && number <= most;
  }

  /**
   * True if the reply says that the calendar windows in the arguments do not contain the server's
   * time.
   */
  static boolean isWrongWindow(List<?> reply) {
    return reply.size() == 2 && reply.get(1) instanceof Long number && number == -1;
  }

  /** True if the part is a text of this many decimals, separated by single blanks. */
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
