package dev.penstock.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code top} was told.
 *
 * @param everyMillis how long a view stands
 * @param once true if one view is enough
 */
record TopOptions(String pid, long everyMillis, boolean once) {
  private static final String USAGE =
      "`top` takes a process id, and maybe `--every 1s` and `--once`";
  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,4})(ms|s|min)");
  private static final long LEAST_MILLIS = 100;

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
    if (!time.matches()) {
      throw new UsageException("`" + text + "` is not a time such as 500ms, 2s or 1min");
    }
    long unit = time.group(2).equals("ms") ? 1 : time.group(2).equals("s") ? 1000 : 60_000;
    return Math.max(LEAST_MILLIS, unit * Long.parseLong(time.group(1)));
  }
}
