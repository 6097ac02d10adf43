package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state and counts of the agent at one time, as all outputs show them.
 *
 * @param takenAtMillis the time of the snapshot, since 1970
 * @param startedAtMillis when the agent started, since 1970
 * @param version of the agent
 * @param setting the rules file and the modes in force
 * @param rules one entry per rule in force, inbound rules first
 * @param inbound all inbound requests by outcome
 * @param outbound all outbound calls by outcome
 * @param hooks the state of each hook
 * @param ports the TCP ports of the application; empty if they are not known
 * @param limited the clients that were rejected most often
 * @param shadow the comparison with a candidate; null if there is none
 * @param store where counts are stored
 * @param reloads the loads of the rules file and the last result
 * @param switches how often operators have used a switch or a reset
 * @param suppressedErrors internal errors after which calls continued
 */
public record Snapshot(
    long takenAtMillis,
    long startedAtMillis,
    String version,
    Setting setting,
    List<RuleFigures> rules,
    Map<Outcome, Long> inbound,
    Map<Outcome, Long> outbound,
    List<HookState> hooks,
    List<PortState> ports,
    List<LimitedClient> limited,
    @Nullable ShadowFigures shadow,
    StoreFigures store,
    Reloads reloads,
    long switches,
    long suppressedErrors) {
  /** A snapshot without ports. */
  public Snapshot(
      long takenAtMillis,
      long startedAtMillis,
      String version,
      Setting setting,
      List<RuleFigures> rules,
      Map<Outcome, Long> inbound,
      Map<Outcome, Long> outbound,
      List<HookState> hooks,
      List<LimitedClient> limited,
      @Nullable ShadowFigures shadow,
      StoreFigures store,
      Reloads reloads,
      long switches,
      long suppressedErrors) {
    this(
        takenAtMillis,
        startedAtMillis,
        version,
        setting,
        rules,
        inbound,
        outbound,
        hooks,
        List.of(),
        limited,
        shadow,
        store,
        reloads,
        switches,
        suppressedErrors);
  }

  /**
   * The rules file and the modes in force.
   *
   * @param file the rules file; null if none has been found so far
   * @param inFile the mode in the file
   * @param mode the mode in force
   * @param switchedBy who has switched it, such as {@code console}; null if the file decides
   */
  public record Setting(
      @Nullable String file, Mode inFile, Mode mode, @Nullable String switchedBy) {}

  /**
   * The settings and counts of one rule.
   *
   * @param direction of its calls
   * @param name as in the file
   * @param limits as text
   * @param inFile the mode in the file, with the mode of the whole file applied
   * @param mode the mode in force
   * @param switchedBy who has switched it; null if the file decides
   * @param requests calls by outcome, with an entry for every outcome
   * @param retryAfterSeconds {@code Retry-After} of rejected calls
   * @param remainingShare the share of the limit that was left after admitted calls
   * @param waitSeconds how long outbound calls were held; null for an inbound rule
   * @param held how many calls are held now
   * @param liveKeys how many keys this JVM stores
   * @param lastMatchedMillis the time of the last matching call, since 1970; 0 if there was none
   */
  public record RuleFigures(
      Direction direction,
      String name,
      String limits,
      Mode inFile,
      Mode mode,
      @Nullable String switchedBy,
      Map<Outcome, Long> requests,
      Histogram retryAfterSeconds,
      Histogram remainingShare,
      @Nullable Histogram waitSeconds,
      long held,
      long liveKeys,
      long lastMatchedMillis) {}

  /**
   * The state of one hook.
   *
   * @param state whether its library was found in this JVM
   * @param classes how many classes were instrumented
   */
  public record HookState(String name, State state, int classes) {
    /** The installation state of a hook. */
    public enum State {
      /** Installed in all its classes. */
      INSTALLED,
      /** Its library was found, but a class could not be instrumented. */
      DEGRADED,
      /** Its library was not found. */
      NOT_MET
    }
  }

  /**
   * A TCP port on which the application listens.
   *
   * @param coverage whether hooks see the requests to it
   */
  public record PortState(int port, Coverage coverage) {
    /** Whether hooks see the requests to a port. */
    public enum Coverage {
      /** A hook has seen a request. */
      SERVED,
      /** No hook has seen a request so far. */
      NO_REQUEST,
      /** Connections were open, and no hook has seen a request. */
      NOT_COVERED
    }
  }

  /**
   * A client that was rejected, or would be.
   *
   * @param id its key as a keyed hash
   * @param count how often, or a few more
   * @param tooMany the largest possible error of the count
   */
  public record LimitedClient(String rule, String id, long count, long tooMany) {}

  /**
   * The comparison with a candidate.
   *
   * @param candidate what is compared, as text
   * @param ready true if no reason prevents putting it in force
   * @param reasons why it is not ready, as text
   * @param excludedMicros how long nothing was compared because rules were switched or off
   * @param excluded what was excluded for that reason, as text
   */
  public record ShadowFigures(
      String candidate,
      boolean ready,
      List<String> reasons,
      long bothAdmit,
      long onlyOldRejects,
      long onlyNewRejects,
      long bothReject,
      List<LimitedClient> newlyRejected,
      long excludedMicros,
      List<String> excluded) {
    /** A comparison without excluded time. */
    public ShadowFigures(
        String candidate,
        boolean ready,
        List<String> reasons,
        long bothAdmit,
        long onlyOldRejects,
        long onlyNewRejects,
        long bothReject,
        List<LimitedClient> newlyRejected) {
      this(
          candidate,
          ready,
          reasons,
          bothAdmit,
          onlyOldRejects,
          onlyNewRejects,
          bothReject,
          newlyRejected,
          /* excludedMicros= */ 0,
          List.of());
    }
  }

  /**
   * The store.
   *
   * @param liveKeys how many keys this JVM stores
   * @param mostKeys how many it may store
   * @param redis the state of Redis; null if counts are in this JVM
   */
  public record StoreFigures(long liveKeys, long mostKeys, @Nullable RedisFigures redis) {}

  /**
   * The state and counters of Redis.
   *
   * @param address with the accuracy, without credentials
   * @param answering false while it is unavailable and not used
   * @param asked requests sent
   * @param late requests without a reply in time
   * @param away requests not sent because Redis was unavailable
   * @param opened how often Redis became unavailable
   * @param closed how often it became available again
   * @param latencySeconds the latency of replies
   * @param decidedByRedis calls decided by Redis
   * @param decidedHere calls decided by the share of this JVM, because Redis was unavailable
   * @param letThrough calls admitted because Redis was unavailable
   * @param turnedAway calls rejected because Redis was unavailable
   */
  public record RedisFigures(
      String address,
      boolean answering,
      long asked,
      long roundTrips,
      long late,
      long away,
      long errors,
      long opened,
      long closed,
      Histogram latencySeconds,
      long decidedByRedis,
      long decidedHere,
      long letThrough,
      long turnedAway) {}

  /**
   * The loads of the rules file and the last result.
   *
   * @param loaded how often rules were put in force
   * @param failed how often a file had problems
   * @param lastMillis the time of the last load, since 1970; 0 if there was none
   * @param lastWords the log message of the last load
   * @param problems of the present file, each as {@code validate} shows it
   */
  public record Reloads(
      long loaded, long failed, long lastMillis, String lastWords, List<String> problems) {}
}
