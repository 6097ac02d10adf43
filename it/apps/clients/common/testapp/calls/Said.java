package testapp.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a failure says, without what differs from run to run. */
final class Said {
  private static final Pattern STATUS_FIRST = Pattern.compile("([1-5][0-9]{2}) [A-Z]");

  private Said() {}

  /** The classes from the outermost to the innermost, and the message of the innermost. */
  static String by(Throwable failure) {
    var names = new ArrayList<String>();
    Throwable inner = failure;
    for (Throwable each : chain(failure)) {
      names.add(each.getClass().getSimpleName());
      inner = each;
    }
    String message = inner.getMessage();
    return String.join(" < ", names) + (message == null ? "" : ": " + stable(message));
  }

  /** The same of a call that was cancelled; what is around it depends on the Java. */
  static String byCancelled(Throwable failure) {
    return chain(failure).stream().anyMatch(CancellationException.class::isInstance)
        ? CancellationException.class.getSimpleName()
        : by(failure);
  }

  /** True if the call was stopped before anything was sent; known by its simple name only. */
  static boolean isRefusal(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(each -> each.getClass().getSimpleName().equals("OutboundLimitException"));
  }

  /** The status of an answer that a client makes a failure of. */
  static Optional<String> status(Throwable failure) {
    return chain(failure).stream()
        .map(each -> STATUS_FIRST.matcher(String.valueOf(each.getMessage())))
        .filter(Matcher::lookingAt)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** One line without ports, identities and times. */
  static String stable(String message) {
    if (message.contains("Connection refused")) {
      // The rest depends on the system and on how it is asked.
      return "Connection refused";
    }
    return message
        .replaceAll("\\s+", " ")
        .replaceAll("(?<=[0-9a-z\\]])[:/][0-9]{1,5}\\b(?!\\.)", ":PORT")
        .replaceAll("@[0-9a-f]{4,}", "@ID")
        .replaceAll("\\b[0-9]+(?= ?(ms|MILLISECONDS|milliseconds)\\b)", "SOME")
        .strip();
  }

  private static List<Throwable> chain(Throwable failure) {
    var chain = new ArrayList<Throwable>();
    for (Throwable each = failure;
        each != null && !chain.contains(each) && chain.size() < 10;
        each = each.getCause()) {
      chain.add(each);
    }
    return chain;
  }
}
