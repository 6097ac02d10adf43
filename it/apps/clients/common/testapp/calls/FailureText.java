package testapp.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes a failure without the parts that differ between runs. */
final class FailureText {
  private static final Pattern STATUS_FIRST = Pattern.compile("([1-5][0-9]{2}) [A-Z]");

  private FailureText() {}

  /** The classes from the outermost to the innermost, and the message of the innermost. */
  static String of(Throwable failure) {
    var names = new ArrayList<String>();
    Throwable inner = failure;
    for (Throwable each : chain(failure)) {
      names.add(each.getClass().getSimpleName());
      inner = each;
    }
    String message = inner.getMessage();
    return String.join(" < ", names) + (message == null ? "" : ": " + stable(message));
  }

  /** Describes the failure of a cancelled call; the outer exceptions depend on the Java version. */
  static String ofCancelled(Throwable failure) {
    return chain(failure).stream().anyMatch(CancellationException.class::isInstance)
        ? CancellationException.class.getSimpleName()
        : of(failure);
  }

  /**
   * True if Penstock rejected the call. The application knows the exception only by its simple
   * name.
   */
  static boolean isOutboundLimit(Throwable failure) {
    return chain(failure).stream()
        .anyMatch(each -> each.getClass().getSimpleName().equals("OutboundLimitException"));
  }

  /** The status of a response that a client reports as an exception. */
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
      // The rest of the message depends on the system and the client.
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
