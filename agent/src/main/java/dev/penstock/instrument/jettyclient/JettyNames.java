package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;

/**
 * Where a version of Jetty's client has its types.
 *
 * @param api the package of what applications see
 * @param inside the package of what is behind that
 */
record JettyNames(String api, String inside) {
  /** From 9.4 to 11. */
  static final JettyNames OLDER =
      new JettyNames("org.eclipse.jetty.client.api.", "org.eclipse.jetty.client.");

  /** From 12 on. */
  static final JettyNames NEWER =
      new JettyNames("org.eclipse.jetty.client.", "org.eclipse.jetty.client.transport.");

  Class<?> api(Class<?> type, String name) {
    return Handles.sibling(type, api + name);
  }

  Class<?> inside(Class<?> type, String name) {
    return Handles.sibling(type, inside + name);
  }
}
