package dev.penstock.config;

import dev.penstock.key.AddressRange;
import dev.penstock.rule.Exemption;
import dev.penstock.rule.Match;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code exempt}: matches, and networks behind the word {@code ip}. */
final class ExemptionParser {
  private static final String IP = "ip";

  private ExemptionParser() {}

  static Exemption parse(Value exempt) {
    List<Match> matches = new ArrayList<>();
    List<AddressRange> clients = new ArrayList<>();
    for (Value item : exempt.items()) {
      if (item.isMap()) {
        matches.addAll(MatchList.plain(item));
        continue;
      }
      Text text = item.text();
      if (text != null) {
        add(text, matches, clients);
      }
    }
    return new Exemption(matches, clients);
  }

  /** Where the address begins in spellings such as {@code ip:10.0.0.0/8}. */
  private static int afterIp(String text) {
    return text.startsWith("ip:") || text.startsWith("ip=") ? IP.length() + 1 : 0;
  }

  private static void add(Text text, List<Match> matches, List<AddressRange> clients) {
    if (text.value().equals(IP) || text.value().startsWith(IP + " ")) {
      AddressRange range = NetworkParser.parse(text.part(IP.length(), text.value().length()));
      if (range != null) {
        clients.add(range);
      }
      return;
    }
    int afterIp = afterIp(text.value());
    if (NetworkParser.isNetwork(text.value().substring(afterIp).strip())) {
      text.error(
          Words.code(text) + " is not a path",
          "write "
              + Words.code("ip " + text.part(afterIp, text.value().length()).shown())
              + " to exempt these addresses");
      return;
    }
    Match match = MatchParser.parse(text);
    if (match != null) {
      matches.add(match);
    }
  }
}
