package dev.penstock.rules.config;

import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.RejectionStyle.Body;
import dev.penstock.rules.RejectionStyle.Dialect;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.DurationParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses {@code response}: the format of rejection responses. Omitted settings are inherited. */
final class ResponseParser {
  static final Vocabulary KEYS =
      new Vocabulary(List.of("status", "fields", "body", "disclose", "jitter", "cors"));
  static final Vocabulary FIELDS = new Vocabulary(List.of("ietf", "legacy", "x", "none"));
  static final Vocabulary BODIES = new Vocabulary(List.of("problem", "json", "text", "none"));
  static final Vocabulary TEMPLATE = new Vocabulary(List.of("template", "type"));
  private static final String NONE = "none";
  private static final long SECOND = 1_000_000;
  private static final long LONGEST_JITTER = 3600 * SECOND;
  private static final String ORIGIN_HELP = "write an origin such as `https://www.example.org`";

  private final SettingsMap settings;
  private final RejectionStyle inherited;
  private Body body;
  private String template;
  private String contentType;

  private ResponseParser(SettingsMap settings, RejectionStyle inherited) {
    this.settings = settings;
    this.inherited = inherited;
    body = inherited.body();
    template = inherited.template();
    contentType = inherited.contentType();
  }

  static RejectionStyle parse(@Nullable LocatedValue response, RejectionStyle inherited) {
    SettingsMap settings = response == null ? null : response.settings(KEYS);
    return settings == null ? inherited : new ResponseParser(settings, inherited).parse();
  }

  private RejectionStyle parse() {
    Long status = settings.number("status", "a status", 400, 599);
    readBody(settings.value("body"));
    return new RejectionStyle(
        status == null ? inherited.status() : status.intValue(),
        fields(settings.value("fields")),
        body,
        template,
        contentType,
        settings.flag("disclose", inherited.disclose()),
        jitterSeconds(settings.text("jitter")),
        origins(settings.value("cors")));
  }

  private Set<Dialect> fields(@Nullable LocatedValue value) {
    if (value == null) {
      return inherited.fields();
    }
    Set<Dialect> fields = new LinkedHashSet<>();
    List<LocatedValue> items = value.oneOrMore();
    for (LocatedValue item : items) {
      LocatedText text = item.text();
      if (text == null) {
        continue;
      }
      if (!FIELDS.known().contains(text.value())) {
        FIELDS.reject(text, "dialect");
      } else if (!text.value().equals(NONE)) {
        fields.add(Dialect.valueOf(text.value().toUpperCase(Locale.ROOT)));
      } else if (items.size() > 1) {
        text.error("`none` cannot be combined with other values", "write `fields: none`");
      }
    }
    return fields;
  }

  private void readBody(@Nullable LocatedValue value) {
    if (value != null && value.isMap()) {
      readTemplate(value);
      return;
    }
    LocatedText text = value == null ? null : value.text();
    if (text == null) {
      return;
    }
    if (BODIES.known().contains(text.value())) {
      body = Body.valueOf(text.value().toUpperCase(Locale.ROOT));
    } else {
      BODIES.reject(text, "body kind");
    }
  }

  private void readTemplate(LocatedValue value) {
    SettingsMap map = value.settings(TEMPLATE);
    if (map == null) {
      return;
    }
    if (!map.mentions("template")) {
      value.error("the body has no `template`", "add one, such as `template: Try again later`");
    }
    LocatedText text = map.text("template");
    LocatedText type = map.text("type");
    if (type != null && type.value().indexOf('/') < 1) {
      type.error(
          MessageWords.code(type) + " is not a content type", "write a type such as `text/html`");
    }
    body = Body.TEMPLATE;
    template = text == null ? "" : text.value();
    contentType = type == null ? "text/plain" : type.value();
  }

  private int jitterSeconds(@Nullable LocatedText text) {
    Long micros = text == null ? null : DurationParser.parse(text, "a jitter", LONGEST_JITTER);
    if (text == null || micros == null) {
      return inherited.jitterSeconds();
    }
    if (micros % SECOND != 0) {
      text.error(
          "a jitter must be in whole seconds, was " + MessageWords.plain(text.shown()),
          "write whole seconds, such as `2s`");
    }
    return (int) (micros / SECOND);
  }

  private List<String> origins(@Nullable LocatedValue value) {
    if (value == null) {
      return inherited.corsOrigins();
    }
    List<String> origins = new ArrayList<>();
    for (LocatedValue item : value.items()) {
      LocatedText text = item.text();
      if (text != null && isOrigin(text)) {
        origins.add(text.value());
      }
    }
    return origins;
  }

  /** True for an origin as browsers send it: a scheme, a host and an optional port. */
  private static boolean isOrigin(LocatedText text) {
    String value = text.value();
    int host = value.indexOf("://") + 3;
    boolean isOrigin =
        value.equals("*") || (host > 3 && host < value.length() && value.indexOf('/', host) < 0);
    if (!isOrigin) {
      text.error(MessageWords.code(text) + " is not an origin", ORIGIN_HELP + ", or `*` for all");
    }
    return isOrigin;
  }
}
