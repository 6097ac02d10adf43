package dev.penstock.pace;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Answers as servers send them, and what is to be learned from each, in words. */
final class Examples {
  /** When all of them arrive. */
  static final long NOW = Instant.parse("2026-11-16T08:00:30Z").getEpochSecond() * 1_000_000;

  /** One example a paragraph; its last line says what is learned. */
  private static final String TEXT =
      """
      429
      Retry-After: 120
      = refused, pause 120s

      503
      Retry-After: Mon, 16 Nov 2026 08:01:00 GMT
      = refused, pause 30s

      429
      Date: Mon, 16 Nov 2026 07:50:00 GMT
      Retry-After: Mon, 16 Nov 2026 07:51:30 GMT
      = refused, pause 90s

      429
      Date: Mon, 16 Nov 2026 08:00:29 GMT
      Retry-After: Monday, 16-Nov-26 08:00:50 GMT
      = refused, pause 20s

      503
      Retry-After: Mon Nov 16 08:00:50 2026
      = refused, pause 20s

      429
      Retry-After: 2.0
      = refused, pause 2s

      429
      Retry-After: 0.2500001
      = refused, pause 0.250001s

      429
      Retry-After: 1794816060
      = refused, pause 30s

      200
      RateLimit-Limit: 10, 10;w=1, 50;w=60
      RateLimit-Remaining: 1
      RateLimit-Reset: 7
      = ratelimit 1 of 10 in 1s for 7s

      200
      ratelimit-remaining: 28
      ratelimit-reset: 53
      = ratelimit 28 for 53s

      200
      RateLimit-Limit: 50
      RateLimit-Remaining: 12
      RateLimit-Reset: 7
      RateLimit-Policy: 10;w=1, 50;w=60
      = ratelimit 12 of 50 in 60s for 7s

      200
      RateLimit: limit=10, remaining=1, reset=7
      RateLimit-Policy: 100;w=10, 10;w=60
      = ratelimit 1 of 10 in 60s for 7s

      200
      RateLimit-Policy: "burst";q=100;w=60,"daily";q=1000;w=86400
      RateLimit: "burst";r=50;t=30
      RateLimit: "daily";r=20;t=500;pk=:dXNlcjE=:
      = burst 50 of 100 in 60s for 30s, daily 20 of 1000 in 86400s for 500s

      200
      RateLimit-Policy: "day \\"A\\"";q=1000;qu="content-bytes", "open";q=5;qu="concurrent-requests"
      RateLimit: "day \\"A\\"";r=512;t=9, "open";r=0;t=9
      = day "A" 512 of 1000 not calls for 9s

      429
      RateLimit-Policy: "api";q=100;w=60
      RateLimit: "api";r=0
      = refused, api 0 of 100 in 60s for 60s

      429
      Retry-After: 5
      RateLimit-Policy: "api";q=100;w=60
      RateLimit: "api";r=0;t=30, "day";r=7;t=40
      = refused, pause 5s, day 7 for 40s

      200
      RateLimit: "default";a=50;w=30;c=3
      = default 50 for 30s

      200
      x-ratelimit-limit: 1000, 1000;w=3600
      x-ratelimit-remaining: 999
      x-ratelimit-reset: 445
      = x-ratelimit 999 of 1000 in 3600s for 445s

      200
      x-ratelimit-limit: 5000
      x-ratelimit-remaining: 4987
      x-ratelimit-reset: 1794816330
      x-ratelimit-used: 13
      x-ratelimit-resource: core
      = core 4987 of 5000 for 300s

      403
      x-ratelimit-limit: 60
      x-ratelimit-remaining: 0
      x-ratelimit-reset: 1794816330
      x-ratelimit-used: 60
      x-ratelimit-resource: core
      = refused, core 0 of 60 for 300s

      429
      x-ratelimit-limit: 60
      x-ratelimit-remaining: 0
      x-ratelimit-reset: 1794816040
      x-ratelimit-resource: core
      = refused, core 0 of 60 for 10s

      429
      x-ratelimit-limit: 60
      x-ratelimit-remaining: 0
      x-ratelimit-reset: 1794818030
      x-ratelimit-resource: core
      = refused, pause 600s

      200
      x-ratelimit-limit: 60
      x-ratelimit-remaining: 0
      x-ratelimit-reset: 1794818030
      x-ratelimit-resource: core
      = nothing

      403
      retry-after: 60
      x-ratelimit-limit: 5000
      x-ratelimit-remaining: 4000
      x-ratelimit-reset: 1794818030
      x-ratelimit-resource: core
      = refused, pause 60s

      429
      x-ratelimit-limit: 5000
      x-ratelimit-remaining: 4000
      x-ratelimit-reset: 1794816330
      x-ratelimit-resource: core
      = refused, pause 60s, core 4000 of 5000 for 300s

      403
      x-ratelimit-limit: 5000
      x-ratelimit-remaining: 4000
      x-ratelimit-reset: 1794816330
      x-ratelimit-resource: core
      = core 4000 of 5000 for 300s

      200
      X-RateLimit-Limit: 5
      X-RateLimit-Remaining: 3
      X-RateLimit-Reset: 1794816031.250
      X-RateLimit-Reset-After: 1.25
      X-RateLimit-Bucket: abcd1234
      = abcd1234 3 of 5 for 1.25s

      200
      X-RateLimit-Limit: 5
      X-RateLimit-Remaining: 3
      X-RateLimit-Reset: 1794816031.25
      = x-ratelimit 3 of 5 for 1.25s

      429
      Retry-After: 65
      X-RateLimit-Limit: 10
      X-RateLimit-Remaining: 9
      X-RateLimit-Reset: 1794816036.9
      X-RateLimit-Reset-After: 6.9
      X-RateLimit-Bucket: abcd1234
      X-RateLimit-Scope: shared
      = refused, pause 65s, abcd1234 9 of 10 for 6.9s

      200
      x-rate-limit-limit: 900
      x-rate-limit-remaining: 421
      x-rate-limit-reset: 1794816230
      = x-rate-limit 421 of 900 for 200s

      429
      Retry-After: 30
      = refused, pause 30s

      200
      X-Shopify-Shop-Api-Call-Limit: 32/40
      = shopify 8 of 40 for 0.5s

      429
      X-Shopify-Shop-Api-Call-Limit: 40/40
      Retry-After: 2.0
      = refused, pause 2s

      200
      x-ratelimit-limit-requests: 60
      x-ratelimit-limit-tokens: 150000
      x-ratelimit-remaining-requests: 59
      x-ratelimit-remaining-tokens: 149984
      x-ratelimit-reset-requests: 1s
      x-ratelimit-reset-tokens: 6m0s
      x-ratelimit-limit-tokens_usage_based: 90000
      x-ratelimit-remaining-tokens_usage_based: 0
      x-ratelimit-reset-tokens_usage_based: 12ms
      = requests 59 of 60 for 1s, tokens 149984 of 150000 not calls for 360s, \
      tokens_usage_based 0 of 90000 not calls for 0.012s

      429
      retry-after: 21
      retry-after-ms: 20500
      x-ratelimit-limit-requests: 3
      x-ratelimit-remaining-requests: 0
      x-ratelimit-reset-requests: 1h2m3s
      = refused, pause 20.5s

      200
      x-ratelimit-limit-requests: 10
      x-ratelimit-remaining-requests: 4
      x-ratelimit-reset-requests: 6
      x-ratelimit-limit-tokens: -1
      x-ratelimit-remaining-tokens: -1
      x-ratelimit-reset-tokens: 0
      = requests 4 of 10 for 6s

      200
      anthropic-ratelimit-requests-limit: 50
      anthropic-ratelimit-requests-remaining: 49
      anthropic-ratelimit-requests-reset: 2026-11-16T08:00:59Z
      anthropic-ratelimit-tokens-limit: 40000
      anthropic-ratelimit-tokens-remaining: 39000
      anthropic-ratelimit-tokens-reset: 2026-11-16T09:00:31.5+01:00
      anthropic-ratelimit-input-tokens-limit: 40000
      anthropic-ratelimit-input-tokens-remaining: 40000
      anthropic-ratelimit-input-tokens-reset: 2026-11-16T08:00:29Z
      anthropic-ratelimit-output-tokens-limit: 8000
      anthropic-ratelimit-output-tokens-remaining: 0
      anthropic-ratelimit-output-tokens-reset: 2026-11-16T08:00:40Z
      = requests 49 of 50 for 29s, tokens 39000 of 40000 not calls for 1.5s, \
      output-tokens 0 of 8000 not calls for 10s

      429
      anthropic-ratelimit-unified-reset: 1794816090
      = refused, pause 60s

      400
      x-amz-retry-after: 500
      = refused, pause 0.5s

      503
      x-amz-retry-after: 1500
      = refused, pause 1.5s

      200
      X-RateLimit-Limit-Second: 5
      X-RateLimit-Remaining-Second: 4
      X-RateLimit-Limit-Minute: 100
      X-RateLimit-Remaining-Minute: 42
      X-RateLimit-Limit-Hour: 1000
      X-RateLimit-Remaining-Hour: 0
      = second 4 of 5 in 1s for 1s, minute 42 of 100 in 60s for 30s

      200
      Date: Mon, 16 Nov 2026 09:10:50 GMT
      X-RateLimit-Limit-Minute: 100
      X-RateLimit-Remaining-Minute: 42
      = minute 42 of 100 in 60s for 10s

      429
      X-RateLimit-Limit: 120
      X-RateLimit-Remaining: 0
      X-RateLimit-Reset: 2026-11-16 08:01:00
      X-RateLimit-Retry-After: 30
      = refused, pause 30s

      200
      X-RateLimit-Limit: 20
      X-RateLimit-Remaining: 19
      X-RateLimit-Reset: Mon Nov 16 2026 10:00:32 GMT+0200 (Central European Summer Time)
      = x-ratelimit 19 of 20 for 2s

      200
      X-RateLimit-Limit: 20
      X-RateLimit-Remaining: 19
      X-RateLimit-Reset: 1794816035500
      = x-ratelimit 19 of 20 for 5.5s

      200
      Date: Mon, 16 Nov 2026 08:30:30 GMT
      X-RateLimit-Remaining: 19
      X-RateLimit-Reset: 1794817835
      = x-ratelimit 19 for 5s
      """;

  private Examples() {}

  /** One example: the answer, and what is learned from it. */
  record Example(String answer, String lessons) {}

  static List<Example> all() {
    return Arrays.stream(TEXT.split("\n\n", -1))
        .map(example -> example.split("(?m)^= ", -1))
        .map(parts -> new Example(parts[0], parts[1].strip()))
        .toList();
  }
}
