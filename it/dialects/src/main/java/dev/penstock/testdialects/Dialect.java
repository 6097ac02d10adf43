package dev.penstock.testdialects;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The response headers and the status with which an HTTP API announces its limit. */
public enum Dialect {
  RETRY_AFTER_SECONDS(429) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", numbers.nextSeconds());
    }
  },
  RETRY_AFTER_DATE(429) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", HTTP_DATE.format(numbers.wholeSecond(numbers.untilNext())));
    }
  },
  RETRY_AFTER_DECIMALS(429) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", numbers.decimals(numbers.untilNext(), 1));
    }
  },
  DRAFT_03(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("RateLimit-Limit", numbers.limit() + ", " + numbers.policy());
      fields.put("RateLimit-Remaining", numbers.remaining());
      fields.put("RateLimit-Reset", numbers.fullSeconds());
    }
  },
  DRAFT_06(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("RateLimit-Limit", numbers.limit());
      fields.put("RateLimit-Policy", numbers.policy());
      fields.put("RateLimit-Remaining", numbers.remaining());
      fields.put("RateLimit-Reset", numbers.fullSeconds());
    }
  },
  DRAFT_07(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("RateLimit-Policy", numbers.policy());
      fields.put(
          "RateLimit",
          "limit=%s, remaining=%s, reset=%s"
              .formatted(numbers.limit(), numbers.remaining(), numbers.fullSeconds()));
    }
  },
  DRAFT_11(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("RateLimit-Policy", "\"api\";q=" + numbers.limit() + ";w=" + numbers.window());
      fields.put("RateLimit", "\"api\";r=" + numbers.remaining() + ";t=" + numbers.fullSeconds());
    }
  },
  /** The fields proposed for the draft after number 11. */
  DRAFT_PR_166(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("RateLimit-Policy", "\"api\";q=" + numbers.limit() + ";w=" + numbers.window());
      fields.put(
          "RateLimit", "\"api\";a=" + numbers.remaining() + ";w=" + numbers.fullSeconds() + ";c=1");
    }
  },
  ENVOY(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-ratelimit-limit", numbers.limit() + ", " + numbers.policy());
      fields.put("x-ratelimit-remaining", numbers.remaining());
      fields.put("x-ratelimit-reset", numbers.fullSeconds());
    }
  },
  GITHUB(403) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-ratelimit-limit", numbers.limit());
      fields.put("x-ratelimit-remaining", numbers.remaining());
      fields.put("x-ratelimit-used", numbers.used());
      fields.put("x-ratelimit-reset", numbers.fullEpochSecond());
      fields.put("x-ratelimit-resource", "core");
    }
  },
  DISCORD(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("X-RateLimit-Limit", numbers.limit());
      fields.put("X-RateLimit-Remaining", numbers.remaining());
      fields.put("X-RateLimit-Reset", numbers.epochDecimals(numbers.untilFull()));
      fields.put("X-RateLimit-Reset-After", numbers.decimals(numbers.untilFull(), 3));
      fields.put("X-RateLimit-Bucket", "abcd1234");
    }

    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", numbers.nextSeconds());
      fields.put("X-RateLimit-Scope", "user");
    }

    @Override
    String body(DialectNumbers numbers) {
      return "{\"message\": \"slow down\", \"retry_after\": %s, \"global\": false}"
          .formatted(numbers.decimals(numbers.untilNext(), 3));
    }
  },
  TWITTER(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-rate-limit-limit", numbers.limit());
      fields.put("x-rate-limit-remaining", numbers.remaining());
      fields.put("x-rate-limit-reset", numbers.fullEpochSecond());
    }
  },
  SLACK(429) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", numbers.nextSeconds());
    }

    @Override
    String body(DialectNumbers numbers) {
      return "{\"ok\":false,\"error\":\"ratelimited\"}";
    }
  },
  SHOPIFY(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("X-Shopify-Shop-Api-Call-Limit", numbers.used() + "/" + numbers.limit());
    }

    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("Retry-After", numbers.decimals(numbers.untilNext(), 1));
    }
  },
  OPENAI(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-ratelimit-limit-requests", numbers.limit());
      fields.put("x-ratelimit-remaining-requests", numbers.remaining());
      fields.put("x-ratelimit-reset-requests", numbers.goDuration(numbers.untilFull()));
    }

    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("retry-after-ms", numbers.nextMillis());
    }
  },
  ANTHROPIC(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("anthropic-ratelimit-requests-limit", numbers.limit());
      fields.put("anthropic-ratelimit-requests-remaining", numbers.remaining());
      fields.put(
          "anthropic-ratelimit-requests-reset",
          numbers.wholeSecond(numbers.untilFull()).toString());
    }

    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("retry-after", numbers.nextSeconds());
    }
  },
  AWS_SLOW_DOWN(503) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-amz-retry-after", numbers.nextMillis());
    }

    @Override
    String body(DialectNumbers numbers) {
      return "<Error><Code>SlowDown</Code></Error>";
    }
  },
  AWS_TOO_MANY(429) {
    @Override
    void addToRejection(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("x-amz-retry-after", numbers.nextMillis());
    }

    @Override
    String body(DialectNumbers numbers) {
      return "{\"__type\":\"TooManyRequestsException\"}";
    }
  },
  KONG(429) {
    @Override
    void addTo(Map<String, String> fields, DialectNumbers numbers) {
      fields.put("X-RateLimit-Limit-Second", numbers.limit());
      fields.put("X-RateLimit-Remaining-Second", numbers.remaining());
    }
  },
  /** No fields, only the status. */
  NONE(429);

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final int rejectionStatus;

  Dialect(int rejectionStatus) {
    this.rejectionStatus = rejectionStatus;
  }

  /** The status of a rejected call. */
  public int rejectionStatus() {
    return rejectionStatus;
  }

  /** True if responses to admitted calls carry the limit as well. */
  public boolean announcesLimit() {
    var allowed = new ServerLimit.Verdict(true, 1, Duration.ZERO, 1, Duration.ZERO, Duration.ZERO);
    return !fields(allowed, Instant.EPOCH).isEmpty();
  }

  /**
   * True if responses to admitted calls announce how fast a client may call. Those of Shopify
   * announce the size of a bucket, but not how fast it drains.
   */
  public boolean announcesRate() {
    return announcesLimit() && this != SHOPIFY;
  }

  /** The header fields of a response. */
  public Map<String, String> fields(ServerLimit.Verdict verdict, Instant now) {
    Map<String, String> fields = new TreeMap<>();
    var numbers = new DialectNumbers(verdict, now);
    addTo(fields, numbers);
    if (!verdict.allowed()) {
      addToRejection(fields, numbers);
    }
    return fields;
  }

  /** The body of a rejection. */
  public String body(ServerLimit.Verdict verdict, Instant now) {
    return body(new DialectNumbers(verdict, now));
  }

  void addTo(Map<String, String> fields, DialectNumbers numbers) {}

  void addToRejection(Map<String, String> fields, DialectNumbers numbers) {}

  String body(DialectNumbers numbers) {
    return "too many";
  }
}
