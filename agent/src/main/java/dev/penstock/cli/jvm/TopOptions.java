package dev.penstock.cli.jvm;

import dev.penstock.cli.UsageException;
import dev.penstock.rules.config.value.PeriodUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of the {@code top} command.
 *
 * @param everyMillis the refresh interval
 * @param once true to show one view only
 */
record TopOptions(String pid, long everyMillis, boolean once) {
  private static final String USAGE =
      "`top` needs a process id; `--every 1s` and `--once` are optional";
  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,4}) ?([a-z]+)");
  private static final long MIN_MILLIS = 100;

  static TopOptions of(List<String> args) throws UsageException {
    if (args.isEmpty()) {
      throw new UsageException(USAGE);
    }
    long every = 1000;
    boolean once = false;
    for (int at = 1; at < args.size(); at++) {
      if (args.get(at).equals("--once")) {
        once = true;
      } else if (args.get(at).equals("--every") && at + 1 < args.size()) {
        at++;
        every = millis(args.get(at));
      } else {
        throw new UsageException(USAGE);
      }
    }
    return new TopOptions(JvmCommand.pid(args), every, once);
  }

  private static long millis(String text) throws UsageException {
    Matcher time = TIME.matcher(text);
    PeriodUnit unit = time.matches() ? PeriodUnit.named(time.group(2)) : null;
    if (unit == null || unit.compareTo(PeriodUnit.MINUTE) > 0) {
      throw new UsageException("`" + text + "` is not a duration such as 500ms, 2s or 1min");
    }
    return Math.max(MIN_MILLIS, unit.micros() / 1000 * Long.parseLong(time.group(1)));
  }
}
