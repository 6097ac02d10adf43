package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Several JVMs of one application behind something that spreads calls over them in turn. */
final class Instances implements AutoCloseable {
  /** How many clients there are at once. */
  static final int CLIENTS = 64;

  /** A line that the agent writes at the end of each minute in which a rule was compared. */
  private static final String SHADOW_SUMMARY = "penstock: shadow: of ";

  private final Stage stage;
  private final List<RunningApp> apps;
  private final AtomicInteger turn = new AtomicInteger();

  private Instances(Stage stage, List<RunningApp> apps) {
    this.stage = stage;
    this.apps = apps;
  }

  /** What is shared does not depend on the Java: one of them is enough. */
  static Stage stage() {
    return Stage.onEachJdk().findFirst().orElseThrow();
  }

  /** So many alike. */
  static Instances start(int count, Stage stage, String rules) {
    return start(
        stage, IntStream.range(0, count).mapToObj(n -> Launch.on(stage).rules(rules)).toList());
  }

  /** Starts all of these together. */
  static Instances start(Stage stage, List<Launch> launches) {
    List<CompletableFuture<RunningApp>> starting =
        launches.stream()
            .map(launch -> CompletableFuture.supplyAsync(launch::start, Instances::inBackground))
            .toList();
    return new Instances(stage, starting.stream().map(CompletableFuture::join).toList());
  }

  private static void inBackground(Runnable work) {
    new Thread(work, "starting").start();
  }

  RunningApp app(int index) {
    return apps.get(index);
  }

  List<RunningApp> apps() {
    return apps;
  }

  /** The client of the instance whose turn it is. */
  Http next() {
    return apps.get(Math.floorMod(turn.getAndIncrement(), apps.size())).http();
  }

  /** How many of these calls, made by many clients at once, are admitted; all others get a 429. */
  int admitted(int calls, String path, String... headers) {
    List<Integer> statuses = Http.atOnce(calls, CLIENTS, () -> next().status(path, headers));
    assertThat(statuses).isSubsetOf(200, 429);
    return Collections.frequency(statuses, 200);
  }

  /** Calls that are made without waiting for their answers. */
  List<CompletableFuture<HttpResponse<String>>> later(int calls, String path, String... headers) {
    return IntStream.range(0, calls).mapToObj(n -> next().later(path, headers)).toList();
  }

  /** Puts other rules into the place of those in force, and waits until all have told of it. */
  void reload(String rules, String... told) {
    for (RunningApp app : apps) {
      app.write("penstock.yaml", rules);
    }
    apps.forEach(app -> app.awaitStderr(told));
  }

  /** The line about Redis of each of those that run, as an operator sees it. */
  List<String> redisLines() {
    return apps.stream()
        .filter(RunningApp::isAlive)
        .flatMap(app -> StatusIT.status(stage, app).lines())
        .filter(line -> line.startsWith("redis "))
        .toList();
  }

  /** Expects that all was decided by Redis, or by what it has lent. */
  void expectDecidedByRedisAlone() {
    assertThat(redisLines())
        .isNotEmpty()
        .allMatch(line -> line.contains("answering;"))
        .allMatch(line -> line.contains("without it 0, let through 0, turned away 0;"));
  }

  /** Ends all; each must have logged one line at its start, and shadow summaries at most. */
  void expectCalm() {
    apps.forEach(RunningApp::stop);
    assertThat(apps)
        .allSatisfy(
            app ->
                assertThat(app.agentSaid())
                    .as(app.said())
                    .filteredOn(line -> !line.startsWith(SHADOW_SUMMARY))
                    .hasSize(1));
  }

  @Override
  public void close() {
    apps.forEach(RunningApp::close);
  }

  @Override
  public String toString() {
    return apps.size() + " x " + stage;
  }
}
