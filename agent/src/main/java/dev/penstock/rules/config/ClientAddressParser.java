package dev.penstock.rules.config;

import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.WholeNumberParser;
import dev.penstock.rules.config.value.NetworkParser;
import dev.penstock.rules.key.AddressRange;
import dev.penstock.rules.key.ClientAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code client-ip}: how the address of a client is determined. */
final class ClientAddressParser {
  static final Vocabulary KEYS =
      new Vocabulary(List.of("trusted-proxies", "header", "ipv4-prefix", "ipv6-prefix"));

  private ClientAddressParser() {}

  static ClientAddress parse(@Nullable LocatedValue clientIp) {
    SettingsMap settings = clientIp == null ? null : clientIp.settings(KEYS);
    if (settings == null) {
      return ClientAddress.DIRECT;
    }
    if (settings.mentions("header") && !settings.mentions("trusted-proxies")) {
      settings.errorAt(
          "header",
          "`header` has no effect without `trusted-proxies`",
          "list the proxies to trust, such as `trusted-proxies: [10.0.0.0/8]`");
    }
    return new ClientAddress(
        trustedProxies(settings.value("trusted-proxies")),
        header(settings.text("header")),
        prefix(settings.text("ipv4-prefix"), 32, ClientAddress.DIRECT.ipv4Prefix()),
        prefix(settings.text("ipv6-prefix"), 128, ClientAddress.DIRECT.ipv6Prefix()));
  }

  private static List<AddressRange> trustedProxies(@Nullable LocatedValue proxies) {
    List<AddressRange> ranges = new ArrayList<>();
    for (LocatedValue proxy : proxies == null ? List.<LocatedValue>of() : proxies.items()) {
      LocatedText text = proxy.text();
      AddressRange range = text == null ? null : NetworkParser.parse(text);
      if (range != null) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private static String header(@Nullable LocatedText header) {
    if (header == null) {
      return ClientAddress.DIRECT.header();
    }
    if (!Alphabet.TOKEN.spells(header.value())) {
      header.error(
          MessageWords.code(header) + " is not a valid header name",
          "write a name such as `X-Forwarded-For`");
    }
    return header.value();
  }

  private static int prefix(@Nullable LocatedText prefix, int most, int byDefault) {
    Long bits = prefix == null ? null : WholeNumberParser.parse(prefix, "a prefix", 0, most);
    return bits == null ? byDefault : bits.intValue();
  }
}
