package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;

/**
 * The packages of one version of the Jetty client.
 *
 * @param api the package of the public classes
 * @param inside the package of the internal classes
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
