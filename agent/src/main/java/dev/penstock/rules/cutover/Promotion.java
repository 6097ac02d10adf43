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
 * Puts what a rules file has in shadow in force, in the text of the file itself.
 *
 * <p>Of a rule with a {@code shadow} block, the settings in the block take the place of the rule's
 * own, those that the candidate does not take over go, and so does the block. Comments on lines of
 * their own stay, also those in the block, except if all of the rule is in brackets. A comment
 * behind a setting of the rule stays there, whatever the new value is, and goes if the setting
 * goes; one behind a setting in the block goes along with it if the rule has no such setting of its
 * own. {@code mode: shadow} and {@code enforce: N%} of rules go, {@code mode: shadow} of the file
 * becomes {@code enforce}, and {@code shadow} and {@code shadow-log} at the top go with all that is
 * in them, as nothing is in shadow any more. All other lines stay as they are, byte for byte.
 *
 * <p>With a candidate file the text is that file's, in which only the mode of the file is changed,
 * and {@code store} if it is not the one in force: what was compared was counted as that one says.
 * {@code console} and {@code telemetry} stay those in force as well: a candidate has none.
 */
public final class Promotion {
  /*
   * Text is changed by place, which takes it for granted that a file is written as people write
   * them. So the last step is to read the result, and to refuse it unless it means just what was
   * compared: what cannot be changed safely is left to the user, and nothing is ever put in force
   * that nobody has watched.
   */
  private final String name;
  private final Environment environment;

  private Promotion(String name, Environment environment) {
    this.name = name;
    this.environment = environment;
  }

  /** What a promotion gives. */
  public sealed interface Result {}

  /** The text that the rules file should have. */
  public record Promoted(String text) implements Result {}

  /** Why there is none; at least one problem. */
  public record Refused(List<Problem> problems) implements Result {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Promotes what a file has in shadow, with variables of this process. The file is not changed.
   */
  public static Result promote(File file) {
    return promote(file, /* candidate= */ null);
  }

  /** The same, with another candidate than the file names; null if the file itself is to say. */
  public static Result promote(File file, @Nullable String candidate) {
    ParsedRules parsed = RulesFile.read(file, candidate);
    Promotion promotion = new Promotion(file.getPath(), System::getenv);
    try {
      return promotion.promote(
          Utf8Text.decode(RulesFile.bytesOf(file)).text(),
          parsed,
          candidate == null ? null : new File(candidate));
    } catch (IOException | SecurityException e) {
      return promotion.refuse(RulesFile.whyUnreadable(file, e), "");
    }
  }

  /** Promotes what a text has in shadow; other files are looked for beside the name. */
  public static Result promote(String name, String text, Environment environment) {
    ParsedRules parsed = RulesFile.parse(name, text, environment);
    return new Promotion(name, environment).promote(text, parsed, /* named= */ null);
  }

  private Result promote(String text, ParsedRules parsed, @Nullable File named) {
    if (parsed instanceof ParsedRules.Broken broken) {
      return new Refused(broken.problems());
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    if (!good.candidateProblems().isEmpty()) {
      return new Refused(good.candidateProblems());
    }
    RuleSets.Candidate candidate = good.rules().candidate();
    if (candidate == null) {
      return isAnythingInShadow(good.rules())
          ? rewritten(text, good.rules())
          : refuse("nothing is in shadow here, so there is nothing to promote", "");
    }
    File file = named == null ? RulesFolder.of(name).find(candidate.name()) : named;
    try {
      String next = Utf8Text.decode(RulesFile.bytesOf(file)).text();
      return new Promotion(file.getPath(), environment).enforced(next, name, text, good.rules());
    } catch (IOException | SecurityException e) {
      return refuse(RulesFile.whyUnreadable(file, e), "");
    }
  }

  private static boolean isAnythingInShadow(RuleSets rules) {
    return rules.mode() == Mode.SHADOW
        || ShadowParser.isInShadow(rules.inbound().rules())
        || ShadowParser.isInShadow(rules.outbound().rules());
  }

  /** A candidate file, which is to take the place of another and its name. */
  private Result enforced(String text, String newName, String oldText, RuleSets old) {
    StoreSettings inForce = old.inbound().settings().store();
    if (!(RulesFile.parse(name, text, environment, inForce) instanceof ParsedRules.Good good)) {
      return refuse("the file has changed in the meantime", "try again");
    }
    StoreSettings own = ownStore(text);
    boolean keepsStore = own != null && Objects.equals(own.redis(), inForce.redis());
    Problems problems = new Problems(new SourceFile(name, withoutMark(text)));
    LocatedValue root = YamlReader.read(withoutMark(text), problems, environment);
    TextEdits edits = new TextEdits(problems.source());
    if (root != null) {
      enforce(root, edits);
      List<String> blocks = new ArrayList<>(keepsStore ? List.of() : List.of("store"));
      blocks.addAll(VisibilityParser.differing(visibility(old), visibility(good.rules())));
      if (!blocks.isEmpty() && !transfer(oldText, blocks, root, edits)) {
        String which = MessageWords.code(blocks.get(0));
        return refuse(
            "the " + which + " of the file in force cannot be put into this one for you",
            "write the same " + which + " in both files");
      }
    }
    PromotedMeaning expected =
        PromotedMeaning.of(good.rules(), keepsStore ? own : inForce, allRules(good.rules()));
    return checked(text, problems, edits, expected, newName);
  }

  /** The store that a candidate would have by itself; null if it could not be by itself. */
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
    LocatedValue inForce = YamlReader.read(withoutMark(oldText), problems, environment);
    return inForce != null
        && new BlockTransfer(inForce, problems.source()).into(candidate, edits, blocks);
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

  /** What is switched off was not watched, and so stays off. */
  private static Rule promoted(Rule rule) {
    Rule candidate = rule.candidate();
    if (rule.mode() == Mode.OFF) {
      return candidate == null ? rule : candidate.in(Mode.OFF);
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

  /** The mode of a file in shadow is to enforce. */
  private static void enforce(LocatedValue root, TextEdits edits) {
    for (Entry entry : entries(root)) {
      LocatedText mode = entry.name().value().equals("mode") ? entry.value().text() : null;
      if (mode != null && mode.value().equals("shadow")) {
        SourceSpan span = mode.span();
        if (edits.source().slice(span.start(), span.end()).equals("shadow")) {
          edits.replace(span.start(), span.end(), "enforce");
        } else {
          mode.error(
              "the mode is not written out here",
              "set the variable that it comes from, or write `mode: enforce`");
        }
      }
    }
  }

  /** The new text, if it means what is expected of it. */
  private Result checked(
      String text, Problems problems, TextEdits edits, PromotedMeaning expected, String as) {
    if (problems.hasErrors()) {
      return new Refused(problems.errors());
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
      // The text is as it was, but it now stands elsewhere, where it may miss a table.
      return new Refused(((ParsedRules.Broken) parsed).problems());
    }
    return refuse(
        "this file is written in a way in which the change cannot be made for you",
        "put the settings of each `shadow` in the place of the rule's own, and remove it");
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

  private Refused refuse(String message, String help) {
    return new Refused(List.of(Problem.ofFile(name, Severity.ERROR, message, help)));
  }
}
