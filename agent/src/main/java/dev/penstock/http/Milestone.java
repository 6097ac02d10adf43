package dev.penstock.http;

/** How far a request has come on its way to the code of the application. */
public enum Milestone {
  /**
   * It is in front of the security checks of the container. The sent request is known except for
   * its body, because only the application can be given a body that was read.
   */
  ENTERED,

  /** It has reached the application; only the sent request is known. */
  ARRIVED,

  /** It has passed the filters of the application, so its user is known if it ever will be. */
  IDENTIFIED,

  /** Its route is known too; the handler runs next. */
  ROUTED
}
