package dev.penstock.instrument.server;

/** Translates route paths with variables after a colon to the templates of rules. */
public final class RoutePathTemplate {
  private RoutePathTemplate() {}

  /** Returns a template: {@code /orders/:id/} becomes <code>/orders/{id}</code>. */
  public static String of(String path) {
    StringBuilder template = new StringBuilder(path.length() + 2);
    int length = path.length();
    for (int at = 0; at < length; ) {
      char c = path.charAt(at);
      int end = at + 1;
      if (c == ':') {
        while (end < length && isPartOfName(path.charAt(end))) {
          end++;
        }
      }
      if (end > at + 1) {
        template.append('{').append(path, at + 1, end).append('}');
      } else if (c != '/' || template.length() == 0 || !endsWithSlash(template)) {
        template.append(c);
      }
      at = end;
    }
    if (template.length() > 1 && endsWithSlash(template)) {
      template.setLength(template.length() - 1);
    }
    return template.toString();
  }

  private static boolean endsWithSlash(StringBuilder text) {
    return text.charAt(text.length() - 1) == '/';
  }

  private static boolean isPartOfName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
