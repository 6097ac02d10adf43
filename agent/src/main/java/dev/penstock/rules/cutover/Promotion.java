package dev.penstock.rules.cutover;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.VisibilitySettings;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.ShadowParser;
import dev.penstock.rules.config.VisibilityParser;
import dev.penstock.rules.config.text.Environment;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.rules.config.text.Problems;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.Severity;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;
import dev.penstock.rules.config.text.Utf8Text;
import dev.penstock.rules.config.text.YamlReader;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Edits the text of a rules file so that its shadow settings become active.
 *
 * <p>Edits without a candidate file:
 *
 * <ul>
 *   <li>In a rule with a {@code shadow} block, the settings of the block replace those of the rule.
 *       The block and the settings that the candidate does not inherit are removed.
 *   <li>Comment lines stay, also those in the block, unless the whole rule is in brackets. A
 *       comment after a setting of the rule stays with it, and is removed with it. A comment after
 *       a setting in the block moves with it if the rule has no such setting.
 *   <li>{@code mode: shadow} and {@code enforce: N%} of rules are removed, and {@code mode: shadow}
 *       of the file becomes {@code enforce}.
 *   <li>{@code shadow} and {@code shadow-log} at the top level are removed.
 *   <li>All other lines stay unchanged, byte for byte.
 * </ul>
 *
 * <p>With a candidate file, the result is the text of that file with the mode {@code enforce} and
 * with the {@code store}, {@code console} and {@code telemetry} of the active file, because the
 * comparison used these.
 */
public final class Promotion {
  /*
   * Edits work on positions in the text and cannot handle every way to write a YAML file. So the
   * last step parses the result, and rejects it unless it behaves exactly like the rules that were
   * compared. The user then has to edit the file. Rules that were not compared never become active.
   */
  private final String name;
  private final Environment environment;

  private Promotion(String name, Environment environment) {
    this.name = name;
    this.environment = environment;
  }

  /** The result of a promotion. */
  public sealed interface Result {}

  /** The promotion succeeded, with this text for the rules file. */
  public record Promoted(String text) implements Result {}

  /** The promotion failed; at least one problem says why. */
  public record Rejected(List<Problem> problems) implements Result {
    public Rejected {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Promotes the shadow settings of a file, with the environment variables of this process. Does
   * not change the file.
   */
  public static Result promote(File file) {
    return promote(file, /* candidate= */ null);
  }

  /**
   * Promotes a candidate file, or that of the file or its shadow settings if {@code candidate} is
   * null.
   */
  public static Result promote(File file, @Nullable String candidate) {
    ParsedRules parsed = RulesFile.read(file, candidate);
    Promotion promotion = new Promotion(file.getPath(), System::getenv);
    try {
      return promotion.promote(
          Utf8Text.decode(RulesFile.bytesOf(file)).text(),
          parsed,
          candidate == null ? null : new File(candidate));
    } catch (IOException | SecurityException e) {
      return promotion.reject(RulesFile.whyUnreadable(file, e), "");
    }
  }

  /** Promotes the shadow settings of a text. Relative paths in it are relative to {@code name}. */
  public static Result promote(String name, String text, Environment environment) {
    ParsedRules parsed = RulesFile.parse(name, text, environment);
    return new Promotion(name, environment).promote(text, parsed, /* named= */ null);
  }

  private Result promote(String text, ParsedRules parsed, @Nullable File named) {
    if (parsed instanceof ParsedRules.Broken broken) {
      return new Rejected(broken.problems());
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    if (!good.candidateProblems().isEmpty()) {
      return new Rejected(good.candidateProblems());
    }
    RuleSets.Candidate candidate = good.rules().candidate();
    if (candidate == null) {
      return isAnythingInShadow(good.rules())
          ? rewritten(text, good.rules())
          : reject("nothing in this file is in shadow mode, so there is nothing to promote", "");
    }
    File file = named == null ? RulesFolder.of(name).find(candidate.name()) : named;
    try {
      String next = Utf8Text.decode(RulesFile.bytesOf(file)).text();
      return new Promotion(file.getPath(), environment).enforced(next, name, text, good.rules());
    } catch (IOException | SecurityException e) {
      return reject(RulesFile.whyUnreadable(file, e), "");
    }
  }

  private static boolean isAnythingInShadow(RuleSets rules) {
    return rules.mode() == Mode.SHADOW
        || ShadowParser.isInShadow(rules.inbound().rules())
        || ShadowParser.isInShadow(rules.outbound().rules());
  }

  /** Promotes a candidate file, which replaces the active file under its name. */
  private Result enforced(String text, String newName, String oldText, RuleSets old) {
    StoreSettings active = old.inbound().settings().store();
    if (!(RulesFile.parse(name, text, environment, active) instanceof ParsedRules.Good good)) {
      return reject("the file changed during the promotion", "run the command again");
    }
    StoreSettings own = ownStore(text);
    boolean keepsStore = own != null && Objects.equals(own.redis(), active.redis());
    Problems problems = new Problems(new SourceFile(name, withoutMark(text)));
    LocatedValue root = YamlReader.read(withoutMark(text), problems, environment);
    TextEdits edits = new TextEdits(problems.source());
    if (root != null) {
      enforce(root, edits);
      List<String> blocks = new ArrayList<>(keepsStore ? List.of() : List.of("store"));
      blocks.addAll(VisibilityParser.differing(visibility(old), visibility(good.rules())));
      if (!blocks.isEmpty() && !transfer(oldText, blocks, root, edits)) {
        String which = MessageWords.code(blocks.get(0));
        return reject(
            "the "
                + which
                + " of the active rules file cannot be copied into this file automatically",
            "write the same " + which + " in both files");
      }
    }
    PromotedMeaning expected =
        PromotedMeaning.of(good.rules(), keepsStore ? own : active, allRules(good.rules()));
    return checked(text, problems, edits, expected, newName);
  }

  /**
   * The store in the candidate's own text; null if that text is not valid without the active store.
   */
  private @Nullable StoreSettings ownStore(String text) {
    return RulesFile.parse(name, text, environment) instanceof ParsedRules.Good alone
        ? alone.rules().inbound().settings().store()
        : null;
  }

  private static VisibilitySettings visibility(RuleSets rules) {
    return rules.inbound().settings().visibility();
  }

  private boolean transfer(
      String oldText, List<String> blocks, LocatedValue candidate, TextEdits edits) {
    Problems problems = new Problems(new SourceFile(name, withoutMark(oldText)));
    LocatedValue active = YamlReader.read(withoutMark(oldText), problems, environment);
    return active != null
        && new BlockTransfer(active, problems.source()).into(candidate, edits, blocks);
  }

  private Result rewritten(String text, RuleSets rules) {
    Problems problems = new Problems(new SourceFile(name, withoutMark(text)));
    LocatedValue root = YamlReader.read(withoutMark(text), problems, environment);
    TextEdits edits = new TextEdits(problems.source());
    if (root != null) {
      CommentLines comments = new CommentLines(problems.source(), root);
      enforce(root, edits);
      MapRewrite top = MapRewrite.of(root, edits, comments);
      for (Entry entry : entries(root)) {
        if (List.of("shadow", "shadow-log").contains(entry.name().value())) {
          top.removeWhole(entry);
        }
      }
      top.finish();
      promoteRules(root, Section.INBOUND, rules.inbound(), edits, comments);
      promoteRules(root, Section.OUTBOUND, rules.outbound(), edits, comments);
    }
    List<Rule> promoted = new ArrayList<>();
    for (Rule rule : allRules(rules)) {
      promoted.add(promoted(rule));
    }
    PromotedMeaning expected =
        PromotedMeaning.of(rules, rules.inbound().settings().store(), promoted);
    return checked(text, problems, edits, expected, name);
  }

  /** Returns the promoted rule. A rule that is off was not compared, so it stays off. */
  private static Rule promoted(Rule rule) {
    Rule candidate = rule.candidate();
    if (rule.mode() == Mode.OFF) {
      return candidate == null ? rule : candidate.withMode(Mode.OFF);
    }
    return candidate == null ? rule.enforced() : candidate;
  }

  private static void promoteRules(
      LocatedValue root, Section section, RuleSet rules, TextEdits edits, CommentLines comments) {
    for (Entry top : entries(root)) {
      if (top.name().value().equals(section.word())) {
        List<Entry> written = entries(top.value());
        for (int i = 0; i < written.size(); i++) {
          RulePromotion.promote(
              written.get(i).value(), rules.rules().get(i), section, edits, comments);
        }
      }
    }
  }

  /** Changes the mode of the file from shadow to enforce. */
  private static void enforce(LocatedValue root, TextEdits edits) {
    for (Entry entry : entries(root)) {
      LocatedText mode = entry.name().value().equals("mode") ? entry.value().text() : null;
      if (mode != null && mode.value().equals("shadow")) {
        SourceSpan span = mode.span();
        if (edits.source().slice(span.start(), span.end()).equals("shadow")) {
          edits.replace(span.start(), span.end(), "enforce");
        } else {
          mode.error(
              "`mode: shadow` is not written literally here",
              "change the variable that it comes from, or write `mode: enforce`");
        }
      }
    }
  }

  /** Returns the new text if it has the expected behavior. */
  private Result checked(
      String text, Problems problems, TextEdits edits, PromotedMeaning expected, String as) {
    if (problems.hasErrors()) {
      return new Rejected(problems.errors());
    }
    String mark = text.substring(0, text.length() - withoutMark(text).length());
    String promoted = mark + edits.apply();
    ParsedRules parsed = RulesFile.parse(as, promoted, environment);
    if (parsed instanceof ParsedRules.Good good) {
      RuleSets rules = good.rules();
      StoreSettings store = rules.inbound().settings().store();
      boolean isStillInShadow = rules.mode() == Mode.SHADOW;
      if (!isStillInShadow && PromotedMeaning.of(rules, store, allRules(rules)).equals(expected)) {
        return new Promoted(promoted);
      }
    } else if (!as.equals(name)) {
      // The text is valid under its own name, but in the other folder it may miss its plan table.
      return new Rejected(((ParsedRules.Broken) parsed).problems());
    }
    return reject(
        "this file is written in a way that Penstock cannot edit automatically",
        "replace the settings of each rule by those in its `shadow` block, and remove the block");
  }

  private static List<Rule> allRules(RuleSets rules) {
    List<Rule> all = new ArrayList<>(rules.inbound().rules());
    all.addAll(rules.outbound().rules());
    return all;
  }

  private static List<Entry> entries(LocatedValue map) {
    List<Entry> entries = map.entries();
    return entries == null ? List.of() : entries;
  }

  private static String withoutMark(String text) {
    return text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  private Rejected reject(String message, String help) {
    return new Rejected(List.of(Problem.ofFile(name, Severity.ERROR, message, help)));
  }
}
