package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has seen and done up to an instant: all that is shown of it anywhere.
 *
 * @param takenAtMillis when, since 1970
 * @param startedAtMillis when the agent started, since 1970
 * @param version of the agent
 * @param setting what is in force
 * @param rules one for each rule in force, those for calls that come in first
 * @param inbound calls that came in, whatever rules they met, by what became of them
 * @param outbound calls that went out, likewise
 * @param hooks where calls are caught
 * @param limited the clients that were turned away most often
 * @param shadow what a candidate would have done; null if there is none
 * @param store where counts are kept
 * @param reloads how often the rules were read, and what came of it last
 * @param switches how often an operator has used a switch
 * @param suppressedErrors errors of the agent's own after which a call went on
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
    List<LimitedClient> limited,
    @Nullable ShadowFigures shadow,
    StoreFigures store,
    Reloads reloads,
    long switches,
    long suppressedErrors) {

  /**
   * What is in force.
   *
   * @param file the rules file; null as long as none was found
   * @param inFile the mode that the file asks for
   * @param mode the mode in force
   * @param switchedBy who has switched it over, such as {@code console}; null if the file decides
   */
  public record Setting(
      @Nullable String file, Mode inFile, Mode mode, @Nullable String switchedBy) {}

  /**
   * What a rule has done.
   *
   * @param direction of the calls that it is for
   * @param name as in the file
   * @param limits what it allows, in words
   * @param inFile the mode that the file asks for, the whole file's considered
   * @param mode the mode in force
   * @param switchedBy who has switched it over; null if the file decides
   * @param requests by what became of them; all outcomes are there
   * @param retryAfterSeconds what those who were turned away were told
   * @param remainingShare of what is permitted, how much was left after calls that went through
   * @param waitSeconds how long outbound calls were held; null for a rule for calls that come in
   * @param held how many calls are held at the moment
   * @param liveKeys how many keys are remembered in this JVM
   * @param lastMatchedMillis when it last saw a call, since 1970; 0 if it never did
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
   * A place where calls are caught.
   *
   * @param state whether it was found in this JVM
   * @param classes how many classes it was woven into
   */
  public record HookState(String name, State state, int classes) {
    /** How far a hook has got. */
    public enum State {
      /** It catches calls. */
      INSTALLED,
      /** It was found, but some of it could not be woven. */
      DEGRADED,
      /** Nothing in this JVM has it. */
      NOT_MET
    }
  }

  /**
   * A client that was turned away, or would be.
   *
   * @param id its key as a keyed hash
   * @param count how often, or a little more
   * @param tooMany by how much the count may be too high
   */
  public record LimitedClient(String rule, String id, long count, long tooMany) {}

  /**
   * What a candidate would have done.
   *
   * @param candidate what is compared, in words
   * @param ready true if nothing speaks against putting it in force
   * @param reasons in words
   * @param excludedMicros how long nothing was compared, because rules were switched over or off
   * @param excluded what was left out because of that, in words
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
    /** Nothing was left out. */
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
   * Where counts are kept.
   *
   * @param liveKeys how many keys are remembered in this JVM
   * @param mostKeys how many may be
   * @param redis how things stand with Redis; null if counts are kept in this JVM
   */
  public record StoreFigures(long liveKeys, long mostKeys, @Nullable RedisFigures redis) {}

  /**
   * How things stand with Redis.
   *
   * @param address and how exact it is, without credentials
   * @param answering false while it is left alone because it does not answer
   * @param latencySeconds how long questions took that were answered
   * @param decidedByRedis calls that it has decided
   * @param decidedHere calls that were decided by this JVM's share, because it was away
   * @param letThrough calls that went through because it was away
   * @param turnedAway calls that were turned away because it was away
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
   * How often the rules were read, and what came of it last.
   *
   * @param loaded how often rules were put in force
   * @param failed how often they were not, because the file has problems
   * @param lastMillis when the file was last read, since 1970; 0 if it never was
   * @param lastWords what the log said of that
   * @param problems of the file as it is now, each as {@code validate} shows it; empty if it is
   *     fine
   */
  public record Reloads(
      long loaded, long failed, long lastMillis, String lastWords, List<String> problems) {}
}
