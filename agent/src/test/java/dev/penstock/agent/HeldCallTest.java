package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.call.Call;
import dev.penstock.call.FakeCall;
import dev.penstock.call.Milestone;
import dev.penstock.call.Refusal;
import dev.penstock.config.Good;
import dev.penstock.engine.Engine;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
import dev.penstock.key.KeyHash;
import dev.penstock.log.AgentLog;
import dev.penstock.store.LocalStore;
import dev.penstock.store.ManualTicker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that have to wait although their thread cannot. */
class HeldCallTest {
  private static final String PACED =
      """
      version: 1
      inbound:
        paced: { match: /**, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 2 }
        places: { match: /**, concurrency: 2 }
      """;
  private static final String PACED_BY_ROUTE =
      """
      version: 1
      inbound:
        paced:
          { match: /**, key: route, rate: 1/s, algorithm: leaky-bucket, wait: 10s, queue: 2 }
      """;

  private final List<String> seen = new ArrayList<>();
  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr());
  private final List<FakeVisit> visits = new ArrayList<>();

  @Test
  void whoHasToWaitIsToldForHowLongAndDoesNotGoOnYet() {
    AgentGatekeeper keeper = keeper(PACED);
    Ticket first = keeper.enter("fake", this, new FakeVisit("first"), null);
    assertThat(first).isNotNull().isNotInstanceOf(Held.class);
    assertThat(first.refused()).isFalse();
    Ticket second = keeper.enter("fake", this, new FakeVisit("second"), null);
    assertThat(second).isInstanceOf(Held.class);
    assertThat(second.refused()).as("the method must not run").isTrue();
    assertThat(second.result(null)).isEqualTo("a promise of second");
    assertThat(seen).containsExactly("second held for 1000000");
  }

  @Test
  void theEndOfACallThatWaitedIsHeardOf() {
    AgentGatekeeper keeper = keeper(PACED);
    keeper.enter("fake", this, new FakeVisit("first"), null);
    FakeVisit second = new FakeVisit("second");
    keeper.enter("fake", this, second, null);
    keeper.enter("fake", this, new FakeVisit("third"), null);
    assertThat(seen).containsExactly("second held for 1000000", "third refused");
    assertThat(second.atEnd).isNotNull();
    second.atEnd.run();
    keeper.enter("fake", this, new FakeVisit("fourth"), null);
    assertThat(seen).last().isEqualTo("fourth held for 2000000");
  }

  @Test
  void whoHasToWaitWhenItHasComeFurtherIsHeldThere() {
    AgentGatekeeper keeper = keeper(PACED_BY_ROUTE);
    for (String name : List.of("first", "second")) {
      FakeVisit visit = new FakeVisit(name);
      visit.milestone = Milestone.ARRIVED;
      assertThat(keeper.enter("fake", this, visit, null)).isInstanceOf(Admission.class);
      visit.milestone = Milestone.ROUTED;
      visits.add(visit);
    }
    assertThat(keeper.enter("fake", this, visits.get(0), null)).isNull();
    assertThat(keeper.enter("fake", this, visits.get(1), null)).isInstanceOf(Held.class);
    assertThat(keeper.enter("fake", this, visits.get(1), null)).as("at its turn").isNull();
    assertThat(seen).containsExactly("second held for 1000000");
  }

  @Test
  void whoHasToBeAskedForFirstComesAgainAndIsJudgedThen() {
    AgentGatekeeper keeper = keeper(PACED);
    FakeVisit visit = new FakeVisit("unknown");
    visit.comesAgain = true;
    Ticket ticket = keeper.enter("fake", this, visit, null);
    assertThat(ticket).isInstanceOf(Held.class);
    assertThat(ticket.result(null)).isEqualTo("a promise of unknown");
    visit.comesAgain = false;
    assertThat(keeper.enter("fake", this, visit, null)).isInstanceOf(Admission.class);
    assertThat(seen).isEmpty();
  }

  @Test
  void whatWasChargedLateIsGivenBackIfTheCallGoesOnUnseen() {
    AgentGatekeeper keeper =
        keeper(
            """
            version: 1
            inbound:
              places: { match: /**, key: route, concurrency: 1 }
            """);
    for (String name : List.of("first", "second", "third")) {
      FakeVisit visit = new FakeVisit(name);
      visit.milestone = Milestone.ARRIVED;
      keeper.enter("fake", this, visit, null);
      visit.milestone = Milestone.ROUTED;
      visit.broken = !name.equals("third");
      assertThat(keeper.enter("fake", this, visit, null)).as(name).isNull();
    }
    assertThat(seen).isEmpty();
  }

  private AgentGatekeeper keeper(String rules) {
    Engine engine =
        new Engine(Good.file(rules).rules().inbound(), store, KeyHash.withRandomSecret());
    return new AgentGatekeeper(List.of(new FakeHook()), engine, store, AgentLog.onStderr());
  }

  /** Takes calls for what they are. */
  private static final class FakeHook implements Hook {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public List<Target> targets() {
      return List.of();
    }

    @Override
    public Visit visit(Object place, Object call, @Nullable Object answer) {
      return (Visit) call;
    }
  }

  /** A call of an event loop. */
  private final class FakeVisit implements Visit {
    private final String name;
    private final Call call = FakeCall.of("GET /a");
    private Milestone milestone = Milestone.ROUTED;
    private boolean comesAgain;
    private boolean broken;
    private @Nullable Object kept;
    private @Nullable Runnable atEnd;

    FakeVisit(String name) {
      this.name = name;
    }

    @Override
    public boolean comesAgain() {
      return comesAgain;
    }

    @Override
    public boolean mayBlock() {
      return false;
    }

    @Override
    public void holdFor(long micros) {
      seen.add(name + " held for " + micros);
    }

    @Override
    public Object result(@Nullable Object result, @Nullable Runnable newAtEnd) {
      return "a promise of " + name;
    }

    @Override
    public void refuse(Refusal refusal) {
      seen.add(name + " refused");
    }

    @Override
    public boolean endsLater(Runnable newAtEnd) {
      atEnd = newAtEnd;
      return true;
    }

    @Override
    public void keep(Object newKept) {
      kept = newKept;
    }

    @Override
    public @Nullable Object kept() {
      return kept;
    }

    @Override
    public int status() {
      return 200;
    }

    @Override
    public Milestone milestone() {
      return milestone;
    }

    @Override
    public String method() {
      return call.method();
    }

    @Override
    public String path() {
      return call.path();
    }

    @Override
    public @Nullable String query() {
      return call.query();
    }

    @Override
    public @Nullable String header(String field) {
      return call.header(field);
    }

    @Override
    public @Nullable String headerLines(String field) {
      return call.headerLines(field);
    }

    @Override
    public @Nullable String remoteAddress() {
      return call.remoteAddress();
    }

    @Override
    public void field(String field, String value) {}

    @Override
    public void changeField(String field, String value) {
      if (broken) {
        throw new IllegalStateException("as asked");
      }
    }
  }
}
