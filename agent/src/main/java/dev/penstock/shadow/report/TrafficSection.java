package dev.penstock.shadow.report;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.List;

/** The section of the page for one direction. */
final class TrafficSection {
  private static final int MOST_CLIENTS = 15;

  private final TrafficComparison traffic;
  private final String noun;
  private final CutoverCriteria criteria;

  TrafficSection(TrafficComparison traffic, String noun, CutoverCriteria criteria) {
    this.traffic = traffic;
    this.noun = noun;
    this.criteria = criteria;
  }

  void addTo(HtmlBuilder page, String title) {
    page.raw("<section>\n").element("h2", title);
    if (traffic.counts().total() == 0) {
      page.element("p", "nothing", "No " + noun + "s compared yet.");
    } else {
      new OutcomeBar(traffic.counts()).addTo(page);
    }
    notCompared(page);
    if (traffic.counts().total() > 0 && !traffic.minutes().isEmpty()) {
      new TimelineChart(traffic.minutes(), criteria.thresholdPpm(), noun).addTo(page);
    }
    rules(page);
    clients(page);
    waits(page, traffic.waits());
    page.raw("</section>\n");
  }

  private void notCompared(HtmlBuilder page) {
    if (traffic.notCompared() > 0) {
      page.element(
          "p",
          "aside",
          "Not compared: "
              + ReportFigures.number(traffic.notCompared(), noun)
              + ", rejected before the candidate had all it needs to decide.");
    }
  }

  private void rules(HtmlBuilder page) {
    if (traffic.rules().isEmpty()) {
      return;
    }
    page.raw("<h3>Rules</h3>\n<table class=\"rules\">\n<thead><tr>")
        .raw("<th scope=\"col\">Rule</th><th scope=\"col\">")
        .text(Character.toUpperCase(noun.charAt(0)) + noun.substring(1) + "s")
        .raw("</th><th scope=\"col\">Newly rejected</th><th scope=\"col\">Newly admitted</th>")
        .raw("</tr></thead>\n<tbody>\n");
    double highest = 0;
    for (RuleCounts rule : traffic.rules()) {
      highest = Math.max(highest, rule.counts().divergingPpm());
    }
    for (RuleCounts rule : traffic.rules()) {
      rule(page, rule, highest);
    }
    page.raw("</tbody>\n</table>\n");
  }

  private void rule(HtmlBuilder page, RuleCounts rule, double highestPpm) {
    AgreementCounts counts = rule.counts();
    page.raw("<tr><th scope=\"row\"><span class=\"name\">")
        .text(rule.rule())
        .raw("</span> <span class=\"change\">")
        .text(RuleChangeText.of(rule).replace(" -> ", " \u2192 "))
        .raw("</span></th><td data-label=\"")
        .text(Character.toUpperCase(noun.charAt(0)) + noun.substring(1) + "s")
        .raw("\">")
        .text(ReportFigures.number(counts.total()))
        .raw("</td>");
    diverging(page, "Newly rejected", "new", counts.onlyCandidateRejects(), counts, highestPpm);
    diverging(page, "Newly admitted", "old", counts.onlyEnforcedRejects(), counts, highestPpm);
    page.raw("</tr>\n");
  }

  private static void diverging(
      HtmlBuilder page,
      String label,
      String style,
      long count,
      AgreementCounts counts,
      double highestPpm) {
    double ppm = counts.total() == 0 ? 0 : 1e6 * count / counts.total();
    page.raw("<td data-label=\"" + label + "\"><span class=\"amount\">")
        .text(ReportFigures.number(count))
        .raw(" <small>")
        .text(counts.total() == 0 ? "" : ReportFigures.share(count, counts.total()))
        .raw("</small></span>");
    bar(page, style, highestPpm == 0 ? 0 : ppm / highestPpm);
    page.raw("</td>");
  }

  private void clients(HtmlBuilder page) {
    if (traffic.newlyRejected().isEmpty() && traffic.newlyAdmitted().isEmpty()) {
      return;
    }
    page.raw("<h3>Most affected clients</h3>\n<div class=\"pair\">\n");
    clients(page, "Newly rejected", "new", traffic.newlyRejected());
    clients(page, "Newly admitted", "old", traffic.newlyAdmitted());
    page.raw("</div>\n");
  }

  private void clients(HtmlBuilder page, String title, String style, List<CountedClient> clients) {
    page.raw("<div>\n<h4><span class=\"swatch " + style + "\"></span>" + title + "</h4>\n");
    if (clients.isEmpty()) {
      page.element("p", "nothing", "None.").raw("</div>\n");
      return;
    }
    page.raw("<table class=\"clients\">\n<thead><tr><th scope=\"col\">Client</th>")
        .raw("<th scope=\"col\">Calls</th></tr></thead>\n<tbody>\n");
    long most = Math.max(1, clients.get(0).count());
    for (CountedClient client : clients.subList(0, Math.min(clients.size(), MOST_CLIENTS))) {
      row(page, style, client, most);
    }
    page.raw("</tbody>\n</table>\n");
    if (clients.size() > MOST_CLIENTS) {
      page.element(
          "p", "aside", "and " + (clients.size() - MOST_CLIENTS) + " more in the divergence log");
    }
    page.raw("</div>\n");
  }

  private static void row(HtmlBuilder page, String style, CountedClient client, long most) {
    page.raw("<tr><th scope=\"row\"><code>")
        .text(client.id())
        .raw("</code> <span class=\"change\">")
        .text(client.rule())
        .raw("</span></th><td><span class=\"amount\">")
        .text(ReportFigures.number(client.count()));
    if (client.tooMany() > 0) {
      page.raw(" <small>up to ")
          .text(ReportFigures.number(client.tooMany()))
          .raw(" of other clients</small>");
    }
    page.raw("</span>");
    bar(page, style, (double) client.count() / most);
    page.raw("</td></tr>\n");
  }

  private static void bar(HtmlBuilder page, String style, double part) {
    double percent = part <= 0 ? 0 : Math.min(100, Math.max(1, 100 * part));
    page.raw("<span class=\"bar\" aria-hidden=\"true\"><i class=\"" + style + "\" style=\"width:")
        .raw(HtmlBuilder.length(percent) + "%\"></i></span>");
  }

  private static void waits(HtmlBuilder page, CandidateWaits waits) {
    if (waits.held() > 0) {
      page.raw("<h3>How long the candidate would have held calls</h3>\n<dl class=\"tiles\">\n");
      tile(page, "Calls held", ReportFigures.number(waits.held()));
      tile(page, "On average", ReportFigures.heldFor(waits.totalMicros() / waits.held()));
      tile(page, "At most", ReportFigures.heldFor(waits.longestMicros()));
      page.raw("</dl>\n");
    }
  }

  private static void tile(HtmlBuilder page, String name, String value) {
    page.raw("<div>")
        .element("dt", name)
        .raw("<dd><strong>")
        .text(value)
        .raw("</strong></dd></div>");
  }
}
