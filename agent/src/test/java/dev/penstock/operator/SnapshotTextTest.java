package dev.penstock.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the text format in which agent and command line exchange snapshots. */
class SnapshotTextTest {
  @Test
  void readsWhatWasWritten() {
    for (Snapshot each :
        new Snapshot[] {
          SampleSnapshot.busy(), SampleSnapshot.idle(), SampleSnapshot.withRuleNamed("a=b\\n\n\r.1")
        }) {
      assertThat(SnapshotText.read(SnapshotText.of(each))).isEqualTo(each);
    }
  }

  @Test
  void writesOneLinePerValue() {
    assertThat(SnapshotText.of(SampleSnapshot.idle()))
        .isEqualTo(
            """
            penstock snapshot 1
            takenAtMillis=1785153600000
            startedAtMillis=1785153600000
            version=1.0.0
            setting.inFile=ENFORCE
            setting.mode=ENFORCE
            rules=0
            inbound.ADMITTED=0
            inbound.REJECTED=0
            inbound.WOULD_REJECT=0
            inbound.EXEMPT=0
            inbound.SHED=0
            inbound.OVERFLOW=0
            inbound.FAILED_OPEN=0
            outbound.ADMITTED=0
            outbound.REJECTED=0
            outbound.WOULD_REJECT=0
            outbound.EXEMPT=0
            outbound.SHED=0
            outbound.OVERFLOW=0
            outbound.FAILED_OPEN=0
            hooks=0
            ports=0
            limited=0
            store.liveKeys=0
            store.mostKeys=1000000
            reloads.loaded=0
            reloads.failed=0
            reloads.lastMillis=0
            reloads.lastWords=no rules file found, nothing is limited
            reloads.problems=0
            switches=0
            suppressedErrors=0
            """);
  }

  @Test
  void ignoresUnknownAndMissingLines() {
    String text = SnapshotText.of(SampleSnapshot.idle());
    assertThat(SnapshotText.read(text + "weather=fine\n")).isEqualTo(SampleSnapshot.idle());
    assertThat(SnapshotText.read(text.replace("switches=0\n", "")))
        .isEqualTo(SampleSnapshot.idle());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "penstock snapshot 2\n", "penstock snapshot 1\nrules=x\n"})
  void reportsUnreadableTextAsAnotherVersion(String text) {
    assertThatThrownBy(() -> SnapshotText.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("another version of Penstock is in that JVM");
  }
}
