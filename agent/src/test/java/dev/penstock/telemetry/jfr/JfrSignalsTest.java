package dev.penstock.telemetry.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the events in a recording of the JDK Flight Recorder. */
class JfrSignalsTest {
  private static final List<String> STANDARD_FIELDS =
      List.of("startTime", "duration", "eventThread", "stackTrace");

  @TempDir Path folder;

  @Test
  void everySignalIsRecorded() throws IOException {
    List<RecordedEvent> events =
        recorded(
            signals -> {
              signals.rejected(
                  new DecisionRecord(
                      Direction.INBOUND, Outcome.REJECTED, "login", null, 0xbeef, 0, 2_500_000));
              signals.rejected(
                  new DecisionRecord(
                      Direction.OUTBOUND,
                      Outcome.REJECTED,
                      "payments",
                      "api.example.com",
                      DecisionRecord.NO_CLIENT,
                      DecisionRecord.UNKNOWN,
                      DecisionRecord.UNKNOWN));
              Signals.OpenWait wait = signals.beginWait();
              assertThat(wait).isNotNull();
              wait.end(Direction.OUTBOUND, "payments", "api.example.com", 40_000);
              signals.reloaded(/* inForce= */ true, "enforcing 2 rules from penstock.yaml");
              signals.storeState(/* answering= */ false, "does not answer");
              signals.switched("everything off", "JMX");
            });
    assertThat(events.stream().map(JfrSignalsTest::describe))
        .containsExactly(
            "dev.penstock.Refusal [Penstock] Direction=inbound, Outcome=rejected, Rule=login,"
                + " Host=null, Client=000000000000beef, Retry After=PT2.5S",
            "dev.penstock.Refusal [Penstock] Direction=outbound, Outcome=rejected, Rule=payments,"
                + " Host=api.example.com, Client=null, Retry After=PT-0.000001S",
            "dev.penstock.Wait [Penstock] Direction=outbound, Rule=payments,"
                + " Host=api.example.com, Wait=PT0.04S",
            "dev.penstock.Reload [Penstock] In Force=true,"
                + " Words=enforcing 2 rules from penstock.yaml",
            "dev.penstock.StoreState [Penstock] Answering=false, Words=does not answer",
            "dev.penstock.Switch [Penstock] What=everything off, By=JMX");
  }

  @Test
  void noEventIsCreatedForADisabledKind() throws IOException {
    Signals signals = detectedSignals();
    try (Recording recording = new Recording()) {
      recording.disable("dev.penstock.Wait");
      assertThat(signals.recordsReloads()).isFalse();
      recording.start();
      assertThat(signals.recordsReloads()).isTrue();
      assertThat(signals.beginWait()).isNull();
      recording.enable("dev.penstock.Wait").withoutThreshold();
      assertThat(signals.beginWait()).isNotNull();
    }
  }

  private List<RecordedEvent> recorded(Consumer<Signals> action) throws IOException {
    Path file = folder.resolve("flight.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.penstock.Wait").withoutThreshold();
      recording.start();
      action.accept(detectedSignals());
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.penstock."))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private static Signals detectedSignals() {
    FlightRecorder.getFlightRecorder();
    Signals signals = new JfrDetector().detect();
    assertThat(signals).isNotNull();
    return signals;
  }

  private static String describe(RecordedEvent event) {
    List<String> fields = new ArrayList<>();
    for (ValueDescriptor field : event.getFields()) {
      if (!STANDARD_FIELDS.contains(field.getName())) {
        Object value =
            field.getContentType() != null && field.getContentType().endsWith("Timespan")
                ? event.getDuration(field.getName())
                : event.getValue(field.getName());
        fields.add(field.getLabel() + "=" + value);
      }
    }
    return event.getEventType().getName()
        + (" " + event.getEventType().getCategoryNames() + " ")
        + fields.stream().collect(Collectors.joining(", "));
  }
}
