package dev.penstock.rules.config.value;

import dev.penstock.rules.Exemption;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.key.AddressRange;
import dev.penstock.rules.match.Match;
import java.util.ArrayList;
import java.util.List;

/** Parses {@code exempt}: matches, and networks after the word {@code ip}. */
public final class ExemptionParser {
  private static final String IP = "ip";

  private ExemptionParser() {}

  public static Exemption parse(LocatedValue exempt) {
    List<Match> matches = new ArrayList<>();
    List<AddressRange> clients = new ArrayList<>();
    for (LocatedValue item : exempt.items()) {
      if (item.isMap()) {
        matches.addAll(MatchListParser.plain(item));
        continue;
      }
      LocatedText text = item.text();
      if (text != null) {
        add(text, matches, clients);
      }
    }
    return new Exemption(matches, clients);
  }

  /** The start of the address in spellings such as {@code ip:10.0.0.0/8}. */
  private static int afterIp(String text) {
    return text.startsWith("ip:") || text.startsWith("ip=") ? IP.length() + 1 : 0;
  }

  private static void add(LocatedText text, List<Match> matches, List<AddressRange> clients) {
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
          MessageWords.code(text) + " is not a path",
          "write "
              + MessageWords.code("ip " + text.part(afterIp, text.value().length()).shown())
              + " to exempt these addresses");
      return;
    }
    Match match = MatchParser.parse(text);
    if (match != null) {
      matches.add(match);
    }
  }
}
