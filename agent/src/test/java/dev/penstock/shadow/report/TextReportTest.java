package dev.penstock.shadow.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
  @Test
  void startsWithTheVerdictAndItsReasons() {
    assertThat(TextReport.of(ReportSample.notReady(), StandardCharsets.UTF_8, List.of("a note")))
        .isEqualTo(
            """
            not ready to cut over to next.yaml
              - compared for 3 h of the required 24 h
              - 5.26 % of requests diverge, above the threshold of 2.00 %; most affected: client \
            3f9a3f9a3f9a3f9a of rule `api`, newly rejected 512 times

            inbound: 11,400 requests, 5.26 % diverge
              both admit                              10,800   94.74 %
              only the candidate rejects                 600    5.26 %
              only the enforced rules reject               0    0.00 %
              both reject                                  0    0.00 %
              not compared: 3 requests, rejected before the candidate had all it needs to \
            decide; not counted above

              rule        requests  newly rejected            newly admitted
              api            1,500             600   40.00 %               0    0.00 %
                100/min by ip, fixed-window -> 100/min by ip
              search         4,000               0    0.00 %               0    0.00 %
                unchanged: 5/s by ip

              newly rejected most often
                api  3f9a3f9a3f9a3f9a         512
                api  api-id                    88, up to 7 of them from other clients

              ▃▃▃▃▃▃▃▃▃▃▃▃            ████████████
              share of diverging calls, one character per 5 min, 2025-02-19 21:20 to 2025-02-20 00:20 \
            UTC, maximum 8.16 %

            outbound: 500 calls, 0.00 % diverge
              both admit                                 500  100.00 %
              only the candidate rejects                   0    0.00 %
              only the enforced rules reject               0    0.00 %
              both reject                                  0    0.00 %

              rule           calls  newly rejected            newly admitted
              stripe           500               0    0.00 %               0    0.00 %
                new: 25/s, leaky-bucket

              the candidate would have held 200 calls, for 42.0 ms on average and 2.0 s at most

            compared for 3 h
            method: the candidate decided all traffic and counted what it would have \
            admitted itself
            12 diverging calls missing in the divergence log; all counts are complete
            a note
            """);
  }

  @Test
  void reportsAReadyCandidate() {
    assertThat(TextReport.of(ReportSample.ready(), StandardCharsets.UTF_8, List.of()))
        .isEqualTo(
            """
            ready to cut over to next.yaml
              - 0.01 % of 10,000 calls diverge, within the threshold of 2.00 %

            inbound: 10,000 requests, 0.01 % diverge
              both admit                               9,999   99.99 %
              only the candidate rejects                   1    0.01 %
              only the enforced rules reject               0    0.00 %
              both reject                                  0    0.00 %

              rule      requests  newly rejected            newly admitted
              api         10,000               1    0.01 %               0    0.00 %
                unchanged: 100/min

              █
              share of diverging calls, one character per 1 min, 2025-02-19 21:20 to 2025-02-19 21:21 \
            UTC, maximum 0.01 %

            compared for 25 h
            method: the candidate decided all traffic and counted what it would have \
            admitted itself
            """);
  }

  @Test
  void reportsThatNothingWasCompared() {
    assertThat(TextReport.of(ReportSample.nothingSeen(), StandardCharsets.UTF_8, List.of()))
        .isEqualTo(
            """
            not ready to cut over to next.yaml
              - compared for 0 min of the required 24 h
              - compared 0 of the required 1,000 calls

            inbound: no request was compared

              rule      requests  newly rejected            newly admitted
              api              0               0         -               0         -
                removed: 100/min

            compared for 0 min
            method: the candidate decided all traffic and counted what it would have \
            admitted itself
            """);
  }

  @Test
  void usesOnlyCharactersOfTheCharset() {
    String report = TextReport.of(ReportSample.notReady(), StandardCharsets.US_ASCII, List.of());
    assertThat(report.chars()).allMatch(c -> c < 0x7f);
    assertThat(report).contains("\n  ::::::::::::            ############\n");
  }

  @Test
  void removesControlCharactersFromNames() {
    String report =
        TextReport.of(
            ReportSample.named("\u001b[2Ja\u202eb\r\u009b\n"),
            StandardCharsets.UTF_8,
            List.of("\u0007"));
    assertThat(report)
        .contains("?[2Ja?b???")
        .doesNotContain("\u001b", "\u202e", "\r", "\u009b", "\u0007");
  }

  @Test
  void canPrintTheVerdictOnly() {
    assertThat(TextReport.verdictOf(ReportSample.ready()))
        .isEqualTo(
            """
            ready to cut over to next.yaml
              - 0.01 % of 10,000 calls diverge, within the threshold of 2.00 %
            """);
  }
}
