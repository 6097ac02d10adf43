package dev.penstock.it;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How a strict server tells of its limit. */
enum Dialect {
  RETRY_AFTER_SECONDS(429) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", answer.nextSeconds());
    }
  },
  RETRY_AFTER_DATE(429) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", HTTP_DATE.format(answer.wholeSecond(answer.untilNext())));
    }
  },
  RETRY_AFTER_DECIMALS(429) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", answer.decimals(answer.untilNext(), 1));
    }
  },
  DRAFT_03(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("RateLimit-Limit", answer.limit() + ", " + answer.policy());
      fields.put("RateLimit-Remaining", answer.remaining());
      fields.put("RateLimit-Reset", answer.fullSeconds());
    }
  },
  DRAFT_06(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("RateLimit-Limit", answer.limit());
      fields.put("RateLimit-Policy", answer.policy());
      fields.put("RateLimit-Remaining", answer.remaining());
      fields.put("RateLimit-Reset", answer.fullSeconds());
    }
  },
  DRAFT_07(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("RateLimit-Policy", answer.policy());
      fields.put(
          "RateLimit",
          "limit=%s, remaining=%s, reset=%s"
              .formatted(answer.limit(), answer.remaining(), answer.fullSeconds()));
    }
  },
  DRAFT_11(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("RateLimit-Policy", "\"api\";q=" + answer.limit() + ";w=" + answer.window());
      fields.put("RateLimit", "\"api\";r=" + answer.remaining() + ";t=" + answer.fullSeconds());
    }
  },
  /** What is proposed for the draft after number 11. */
  DRAFT_PR_166(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("RateLimit-Policy", "\"api\";q=" + answer.limit() + ";w=" + answer.window());
      fields.put(
          "RateLimit", "\"api\";a=" + answer.remaining() + ";w=" + answer.fullSeconds() + ";c=1");
    }
  },
  ENVOY(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("x-ratelimit-limit", answer.limit() + ", " + answer.policy());
      fields.put("x-ratelimit-remaining", answer.remaining());
      fields.put("x-ratelimit-reset", answer.fullSeconds());
    }
  },
  GITHUB(403) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("x-ratelimit-limit", answer.limit());
      fields.put("x-ratelimit-remaining", answer.remaining());
      fields.put("x-ratelimit-used", answer.used());
      fields.put("x-ratelimit-reset", answer.fullEpochSecond());
      fields.put("x-ratelimit-resource", "core");
    }
  },
  DISCORD(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("X-RateLimit-Limit", answer.limit());
      fields.put("X-RateLimit-Remaining", answer.remaining());
      fields.put("X-RateLimit-Reset", answer.epochDecimals(answer.untilFull()));
      fields.put("X-RateLimit-Reset-After", answer.decimals(answer.untilFull(), 3));
      fields.put("X-RateLimit-Bucket", "abcd1234");
    }

    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", answer.nextSeconds());
      fields.put("X-RateLimit-Scope", "user");
    }

    @Override
    String body(Answer answer) {
      return "{\"message\": \"slow down\", \"retry_after\": %s, \"global\": false}"
          .formatted(answer.decimals(answer.untilNext(), 3));
    }
  },
  TWITTER(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("x-rate-limit-limit", answer.limit());
      fields.put("x-rate-limit-remaining", answer.remaining());
      fields.put("x-rate-limit-reset", answer.fullEpochSecond());
    }
  },
  SLACK(429) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", answer.nextSeconds());
    }

    @Override
    String body(Answer answer) {
      return "{\"ok\":false,\"error\":\"ratelimited\"}";
    }
  },
  SHOPIFY(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("X-Shopify-Shop-Api-Call-Limit", answer.used() + "/" + answer.limit());
    }

    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("Retry-After", answer.decimals(answer.untilNext(), 1));
    }
  },
  OPENAI(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("x-ratelimit-limit-requests", answer.limit());
      fields.put("x-ratelimit-remaining-requests", answer.remaining());
      fields.put("x-ratelimit-reset-requests", answer.goDuration(answer.untilFull()));
    }

    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("retry-after-ms", answer.nextMillis());
    }
  },
  ANTHROPIC(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("anthropic-ratelimit-requests-limit", answer.limit());
      fields.put("anthropic-ratelimit-requests-remaining", answer.remaining());
      fields.put(
          "anthropic-ratelimit-requests-reset", answer.wholeSecond(answer.untilFull()).toString());
    }

    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("retry-after", answer.nextSeconds());
    }
  },
  AWS_SLOW_DOWN(503) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("x-amz-retry-after", answer.nextMillis());
    }

    @Override
    String body(Answer answer) {
      return "<Error><Code>SlowDown</Code></Error>";
    }
  },
  AWS_TOO_MANY(429) {
    @Override
    void tellOfRefusal(Map<String, String> fields, Answer answer) {
      fields.put("x-amz-retry-after", answer.nextMillis());
    }

    @Override
    String body(Answer answer) {
      return "{\"__type\":\"TooManyRequestsException\"}";
    }
  },
  KONG(429) {
    @Override
    void tell(Map<String, String> fields, Answer answer) {
      fields.put("X-RateLimit-Limit-Second", answer.limit());
      fields.put("X-RateLimit-Remaining-Second", answer.remaining());
    }
  },
  /** Nothing but the status. */
  NONE(429);

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final int refusal;

  Dialect(int refusal) {
    this.refusal = refusal;
  }

  /** The status of a call that is not allowed. */
  int refusal() {
    return refusal;
  }

  /** True if those who are allowed are told of the limit as well. */
  boolean tellsBeforeItRefuses() {
    var allowed = new ServerLimit.Verdict(true, 1, Duration.ZERO, 1, Duration.ZERO, Duration.ZERO);
    return !fields(allowed, Instant.EPOCH).isEmpty();
  }

  /** The fields that go with an answer. */
  Map<String, String> fields(ServerLimit.Verdict verdict, Instant now) {
    Map<String, String> fields = new TreeMap<>();
    var answer = new Answer(verdict, now);
    tell(fields, answer);
    if (!verdict.allowed()) {
      tellOfRefusal(fields, answer);
    }
    return fields;
  }

  /** The body of a refusal. */
  String body(ServerLimit.Verdict verdict, Instant now) {
    return body(new Answer(verdict, now));
  }

  void tell(Map<String, String> fields, Answer answer) {}

  void tellOfRefusal(Map<String, String> fields, Answer answer) {}

  String body(Answer answer) {
    return "too many";
  }
}
