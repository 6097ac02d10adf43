package dev.penstock.rules.config;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.config.text.Environment;
import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.rules.config.text.Problems;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.Secrets;
import dev.penstock.rules.config.text.Severity;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;
import dev.penstock.rules.config.text.UnreadableFileException;
import dev.penstock.rules.config.text.Utf8Text;
import dev.penstock.rules.config.text.YamlReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a rules file: rules, or every problem it has. Nothing that it is given makes it throw. */
public final class RulesFile {
  /*
   * This runs in premain, where touching java.nio.file or java.util.logging would settle choices
   * that belong to the application; hence java.io.
   */
  public static final int MOST_BYTES = 1 << 20;
  private static final String TOO_LARGE_HELP = "a rules file has at most 1 MiB";

  private final Environment environment;
  private final FileRole role;
  private final @Nullable StoreSettings inForce;
  private final FileSource files;

  /** Where other files are looked for; null if the name of the file tells. */
  private final @Nullable RulesFolder folder;

  private RulesFile(
      Environment environment,
      FileRole role,
      @Nullable StoreSettings inForce,
      FileSource files,
      @Nullable RulesFolder folder) {
    this.environment = environment;
    this.role = role;
    this.inForce = inForce;
    this.files = files;
    this.folder = folder;
  }

  private RulesFile(
      Environment environment, FileRole role, @Nullable StoreSettings inForce, FileSource files) {
    this(environment, role, inForce, files, /* folder= */ null);
  }

  private RulesFile(Environment environment, FileRole role) {
    this(environment, role, /* inForce= */ null, FileSource.DIRECT);
  }

  /** Reads a file, with variables of this process for {@code ${env:NAME}}. */
  public static ParsedRules read(File file) {
    return read(file, System::getenv);
  }

  /** Reads a file. */
  public static ParsedRules read(File file, Environment environment) {
    return read(file, /* candidate= */ null, environment);
  }

  /**
   * Reads a file and the one that it is to be compared with, whatever it says of that itself.
   *
   * @param candidate its path from the working directory; null if the file itself is to say
   */
  public static ParsedRules read(File file, @Nullable String candidate) {
    return read(FileSource.DIRECT, file, candidate);
  }

  /** Reads two files, and all files that they name, from this source. */
  public static ParsedRules read(FileSource files, File file, @Nullable String candidate) {
    return read(file, candidate, System::getenv, files);
  }

  /** Reads two files with other variables than those of this process. */
  public static ParsedRules read(File file, @Nullable String candidate, Environment environment) {
    return read(file, candidate, environment, FileSource.DIRECT);
  }

  private static ParsedRules read(
      File file, @Nullable String candidate, Environment environment, FileSource files) {
    FileRole role = candidate == null ? FileRole.IN_FORCE : FileRole.BESIDE_ANOTHER;
    RulesFile config = new RulesFile(environment, role, /* inForce= */ null, files);
    if (candidate == null) {
      return config.parse(file, file.getPath(), "");
    }
    ParsedRules parsed = config.parse(file, file.getPath(), "");
    return config.beside(parsed, file.getPath(), candidate, new File(candidate), candidate);
  }

  /** Reads a file that messages may show under another name. */
  private ParsedRules parse(File file, String shown, String helpIfUnreadable) {
    try {
      return parseBytes(shown, files.read(file));
    } catch (IOException | SecurityException e) {
      return broken(shown, whyUnreadable(file, e), helpIfUnreadable);
    }
  }

  /** The content of a file, cut off where it is too large to be read anyway. */
  public static byte[] bytesOf(File file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return in.readNBytes(MOST_BYTES + 1);
    }
  }

  /** Why a file could not be read, in words. */
  public static String whyUnreadable(File file, Exception e) {
    if (e instanceof UnreadableFileException) {
      return String.valueOf(e.getMessage());
    }
    if (!file.exists()) {
      return "there is no such file";
    }
    return file.isDirectory()
        ? "this is a directory, not a file"
        : "the file cannot be read" + reason(file, String.valueOf(e.getMessage()));
  }

  /** The JDK puts the path before the reason; part of the path may come from a variable. */
  private static String reason(File file, String message) {
    String reason =
        message.startsWith(file.getPath()) ? message.substring(file.getPath().length()) : "";
    return reason.isEmpty() ? "" : ":" + MessageWords.plain(reason);
  }

  /** Parses what {@link #bytesOf} has read. */
  public static ParsedRules parse(String fileName, byte[] bytes) {
    return new RulesFile(System::getenv, FileRole.IN_FORCE).parseBytes(fileName, bytes);
  }

  private ParsedRules parseBytes(String name, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      return broken(name, "the file is too large", TOO_LARGE_HELP);
    }
    Utf8Text utf8 = Utf8Text.decode(bytes);
    if (utf8.isValid()) {
      return parseText(name, utf8.text());
    }
    Problems problems = new Problems(new SourceFile(name, utf8.text()));
    Secrets.hideByLooks(problems.source());
    problems.error(
        new SourceSpan(utf8.firstInvalid(), utf8.firstInvalid() + 1),
        /* path= */ "",
        "this is not UTF-8",
        "save the file in the encoding UTF-8");
    return new ParsedRules.Broken(problems.errors(), List.of());
  }

  /** Parses a text, with variables of this process for {@code ${env:NAME}}. */
  public static ParsedRules parse(String fileName, String text) {
    return parse(fileName, text, System::getenv);
  }

  /** Parses a text. */
  public static ParsedRules parse(String fileName, String text, Environment environment) {
    return new RulesFile(environment, FileRole.IN_FORCE).parseText(fileName, text);
  }

  /** Parses a text that is to take the place of another, and its store with it. */
  public static ParsedRules parse(
      String fileName, String text, Environment environment, StoreSettings inForce) {
    return new RulesFile(environment, FileRole.IN_FORCE, inForce, FileSource.DIRECT)
        .parseText(fileName, text);
  }

  private ParsedRules parseText(String name, String text) {
    if (text.length() > MOST_BYTES) {
      return broken(name, "the file is too large", TOO_LARGE_HELP);
    }
    try {
      return parseGuarded(name, text.startsWith("\ufeff") ? text.substring(1) : text);
    } catch (RuntimeException | StackOverflowError e) {
      // A bug of ours or of the YAML parser must not stop the application that is starting.
      return broken(name, "the file cannot be understood: " + where(e), "report this as a bug");
    }
  }

  /** What was thrown and where. Its message is left out, as it may quote a secret of the file. */
  private static String where(Throwable bug) {
    StackTraceElement[] trace = bug.getStackTrace();
    return bug.getClass().getSimpleName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private ParsedRules parseGuarded(String name, String text) {
    Problems problems = new Problems(new SourceFile(name, text));
    LocatedValue root = YamlReader.read(text, problems, environment);
    RulesFolder around = folder == null ? RulesFolder.of(name, files) : folder;
    TopLevelParser parser = new TopLevelParser(problems, around, role, inForce);
    RuleSets rules = root == null ? null : parser.parse(root);
    ParsedRules parsed =
        problems.hasErrors() || rules == null
            ? new ParsedRules.Broken(problems.errors(), parser.alsoRead())
            : new ParsedRules.Good(
                rules, problems.warnings(), /* candidateProblems= */ List.of(), parser.alsoRead());
    LocatedText candidate = parser.candidate();
    return candidate == null || role != FileRole.IN_FORCE
        ? parsed
        : beside(
            parsed,
            /* rulesFile= */ name,
            /* name= */ candidate.shown(),
            around.find(candidate.value()),
            /* shown= */ around.find(candidate.shown()).getPath());
  }

  /** Adds a candidate, or what is wrong with it. */
  private ParsedRules beside(
      ParsedRules parsed, String rulesFile, String name, File file, String shown) {
    String helpIfUnreadable =
        role == FileRole.IN_FORCE
            ? "the path of a candidate starts where the rules file is"
            : "the path of the agent option `shadow` starts in the working directory";
    StoreSettings store =
        parsed instanceof ParsedRules.Good good ? good.rules().inbound().settings().store() : null;
    RulesFolder around = RulesFolder.of(file.getPath(), this.files);
    RulesFile config = new RulesFile(environment, FileRole.CANDIDATE, store, this.files, around);
    ParsedRules other = config.parse(file, shown, helpIfUnreadable);
    List<File> files = joined(parsed.alsoRead(), joined(List.of(file), other.alsoRead()));
    if (parsed instanceof ParsedRules.Broken broken) {
      return new ParsedRules.Broken(broken.problems(), files);
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    if (other instanceof ParsedRules.Broken broken) {
      return new ParsedRules.Good(good.rules(), good.warnings(), broken.problems(), files);
    }
    RuleSets candidate = ((ParsedRules.Good) other).rules();
    List<Problem> warnings = joined(good.warnings(), ((ParsedRules.Good) other).warnings());
    List<Problem> problems = checkAlone(good.rules(), shown);
    if (!problems.isEmpty()) {
      return new ParsedRules.Good(good.rules(), warnings, problems, files);
    }
    return new ParsedRules.Good(
        good.rules().beside(new RuleSets.Candidate(name, candidate)),
        joined(notJudged(good.rules(), rulesFile, name), warnings),
        problems,
        files);
  }

  /** Warns of rules in shadow, as the file beside them is the one that calls are judged by. */
  private static List<Problem> notJudged(RuleSets rules, String rulesFile, String candidate) {
    return joined(rules.inbound().rules(), rules.outbound().rules()).stream()
        .filter(rule -> rule.isInShadow() && rule.mode() != Mode.OFF)
        .map(
            rule ->
                Problem.ofFile(
                    rulesFile,
                    Severity.WARNING,
                    "what the rule " + MessageWords.code(rule.name()) + " would do is not judged",
                    "there is one candidate at a time: enforce the rule in "
                        + MessageWords.code(candidate)
                        + " to see it"))
        .toList();
  }

  /** A file that says so itself is refused; an agent option must not change what is enforced. */
  private static List<Problem> checkAlone(RuleSets rules, String candidate) {
    for (Rule rule : joined(rules.inbound().rules(), rules.outbound().rules())) {
      if (rule.candidate() != null) {
        return List.of(
            Problem.ofFile(
                candidate,
                Severity.ERROR,
                "the rule " + MessageWords.code(rule.name()) + " in force has a candidate already",
                "there is one candidate at a time: remove its `shadow` block, or the agent"
                    + " option"));
      }
    }
    return List.of();
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  private static ParsedRules broken(String name, String message, String help) {
    return new ParsedRules.Broken(
        List.of(Problem.ofFile(name, Severity.ERROR, message, help)), /* alsoRead= */ List.of());
  }
}
