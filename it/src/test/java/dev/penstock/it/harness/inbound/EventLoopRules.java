package dev.penstock.it.harness.inbound;

/** Rules for {@link EventLoopContract}. Each test uses its own header as the key. */
public final class EventLoopRules {
  public static final String RULES =
      """
      version: 1
      inbound:
        exact: { match: /hello, key: header.X-Exact, on-missing-key: skip, rate: 5/week }
        bodies: { match: POST /echo, key: header.X-Body, on-missing-key: skip, rate: 5/week }
        routes:
          { match: [/orders/**, /fn/**], key: [route, header.X-Route], on-missing-key: skip, rate: 1/week }
        slow: { match: /slow, key: header.X-Slow, on-missing-key: skip, rate: 2/week }
        slots:
          { match: [/slow, /boom], key: header.X-Slot, on-missing-key: skip, concurrency: 1 }
        failures:
          match: [/boom, /hello]
          key: header.X-Count
          on-missing-key: skip
          rate: 2/week
          count: { status: 5xx }
        user: { match: /me, key: user, on-missing-key: skip, rate: 1/week }
        early:
          { match: [/orders/**, /bytes], key: header.X-Both, on-missing-key: skip, rate: 4/week }
        late: { match: /orders/**, key: [route, header.X-Both], on-missing-key: skip, rate: 1/week }
        paced:
          match: [/hello, /echo]
          key: header.X-Pace
          on-missing-key: skip
          rate: 1/s
          algorithm: leaky-bucket
          wait: 10s
          queue: 4
        paced-late:
          match: [/orders/**, /fn/**, /echo]
          key: [route, header.X-Pace-Late]
          on-missing-key: skip
          rate: 1/2s
          algorithm: leaky-bucket
          wait: 10s
          queue: 4
      """
          + BypassCheck.RULES;

  /** The same for servers without users: a header takes their place. */
  public static final String WITHOUT_USERS =
      RULES.replace("key: user,", "key: header.Authorization,");

  /** The same for servers that also have no routes: paths take their place. */
  public static final String WITHOUT_ROUTES =
      WITHOUT_USERS.replace(
          "match: [/orders/**, /fn/**], key: [route, header.X-Route]",
          "match: [\"/orders/{id}\", \"/orders/{id}/items/{item}\"],"
              + " key: [route, header.X-Route]");

  private EventLoopRules() {}
}
