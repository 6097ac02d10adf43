package dev.penstock.instrument.jaxrs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the path templates of a resource method and its resources. */
final class RouteTemplate {
  private RouteTemplate() {}

  /**
   * Joins templates, the outermost first, with one slash between two parts. Variables keep only
   * their name: {@code {id: \d+}} becomes {@code {id}}.
   */
  static String join(List<? extends @Nullable String> parts) {
    StringBuilder route = new StringBuilder();
    for (String part : parts) {
      if (part != null) {
        append(route, "/");
        append(route, part);
      }
    }
    int end = route.length();
    while (end > 0 && route.charAt(end - 1) == '/') {
      end--;
    }
    return end == 0 ? "/" : route.substring(0, end);
  }

  private static void append(StringBuilder route, String part) {
    int depth = 0;
    boolean inExpression = false;
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      inExpression = depth > 0 && (inExpression || c == ':');
      boolean slashTwice = c == '/' && endsWithSlash(route);
      boolean blankInName = depth > 0 && Character.isWhitespace(c);
      if (!inExpression && !blankInName && !slashTwice) {
        route.append(c);
      }
    }
  }

  private static boolean endsWithSlash(StringBuilder route) {
    return route.length() > 0 && route.charAt(route.length() - 1) == '/';
  }
}
