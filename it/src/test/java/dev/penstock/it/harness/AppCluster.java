package dev.penstock.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Several JVMs of one application. Requests go to the JVMs in turn, as behind a load balancer. */
public final class AppCluster implements AutoCloseable {
  /** The number of concurrent clients. */
  public static final int CLIENTS = 64;

  /** The start of the line that the agent writes for each minute with shadow comparisons. */
  private static final String SHADOW_SUMMARY = "penstock: shadow: of ";

  private final TestTarget target;
  private final List<RunningApp> apps;
  private final AtomicInteger turn = new AtomicInteger();

  private AppCluster(TestTarget target, List<RunningApp> apps) {
    this.target = target;
    this.apps = apps;
  }

  /** The target of tests about shared limits. These do not depend on the Java version. */
  public static TestTarget target() {
    return TestTarget.onEachJdk().findFirst().orElseThrow();
  }

  /** Starts this number of JVMs with the same rules. */
  public static AppCluster start(int count, TestTarget target, String rules) {
    return start(
        target, IntStream.range(0, count).mapToObj(n -> Launch.on(target).rules(rules)).toList());
  }

  /** Starts these JVMs in parallel. */
  public static AppCluster start(TestTarget target, List<Launch> launches) {
    List<CompletableFuture<RunningApp>> starting =
        launches.stream()
            .map(launch -> CompletableFuture.supplyAsync(launch::start, AppCluster::inBackground))
            .toList();
    return new AppCluster(target, starting.stream().map(CompletableFuture::join).toList());
  }

  private static void inBackground(Runnable work) {
    new Thread(work, "starting").start();
  }

  public RunningApp app(int index) {
    return apps.get(index);
  }

  public List<RunningApp> apps() {
    return apps;
  }

  /** The HTTP client of the next JVM in turn. */
  public Http next() {
    return apps.get(Math.floorMod(turn.getAndIncrement(), apps.size())).http();
  }

  /** Sends concurrent requests and returns how many are admitted. The others must get a 429. */
  public int admitted(int calls, String path, String... headers) {
    List<Integer> statuses = Http.concurrently(calls, CLIENTS, () -> next().status(path, headers));
    assertThat(statuses).isSubsetOf(200, 429);
    return Collections.frequency(statuses, 200);
  }

  /** Sends requests without waiting for the responses. */
  public List<CompletableFuture<HttpResponse<String>>> getAsync(
      int calls, String path, String... headers) {
    return IntStream.range(0, calls).mapToObj(n -> next().getAsync(path, headers)).toList();
  }

  /** Replaces the rules of all JVMs and waits until each has logged a line with these words. */
  public void reload(String rules, String... logged) {
    for (RunningApp app : apps) {
      app.write("penstock.yaml", rules);
    }
    apps.forEach(app -> app.awaitStderr(logged));
  }

  /** The line about Redis in the status of each running JVM. */
  public List<String> redisLines() {
    return apps.stream()
        .filter(RunningApp::isAlive)
        .flatMap(app -> AgentStatus.of(target, app).lines())
        .filter(line -> line.startsWith("redis "))
        .toList();
  }

  /** Expects that Redis, or a lease from it, decided every request. */
  public void expectDecidedByRedisAlone() {
    assertThat(redisLines())
        .isNotEmpty()
        .allMatch(line -> line.contains("available;"))
        .allMatch(line -> line.contains("by local share 0, admitted 0, rejected 0;"));
  }

  /**
   * Stops all JVMs. Expects one start-up line from each agent, and nothing else but shadow
   * summaries.
   */
  public void expectNoUnexpectedOutput() {
    apps.forEach(RunningApp::stop);
    assertThat(apps)
        .allSatisfy(
            app ->
                assertThat(app.agentLines())
                    .as(app.output())
                    .filteredOn(line -> !line.startsWith(SHADOW_SUMMARY))
                    .hasSize(1));
  }

  @Override
  public void close() {
    apps.forEach(RunningApp::close);
  }

  @Override
  public String toString() {
    return apps.size() + " x " + target;
  }
}
