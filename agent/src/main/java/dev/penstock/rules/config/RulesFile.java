package dev.penstock.rules.config;

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

/** Reads and parses a rules file. Returns the rules or all problems, and never throws. */
public final class RulesFile {
  /*
   * Uses java.io only: this runs in premain, where java.nio.file and java.util.logging would be
   * initialized before the application can configure them.
   */
  public static final int MAX_BYTES = 1 << 20;
  private static final String TOO_LARGE_HELP = "a rules file can have at most 1 MiB";

  private final Environment environment;
  private final FileRole role;
  private final @Nullable StoreSettings activeStore;
  private final FileSource files;

  /** The folder of relative paths; null for the folder of the file itself. */
  private final @Nullable RulesFolder folder;

  private RulesFile(
      Environment environment,
      FileRole role,
      @Nullable StoreSettings activeStore,
      FileSource files,
      @Nullable RulesFolder folder) {
    this.environment = environment;
    this.role = role;
    this.activeStore = activeStore;
    this.files = files;
    this.folder = folder;
  }

  private RulesFile(
      Environment environment,
      FileRole role,
      @Nullable StoreSettings activeStore,
      FileSource files) {
    this(environment, role, activeStore, files, /* folder= */ null);
  }

  private RulesFile(Environment environment, FileRole role) {
    this(environment, role, /* activeStore= */ null, FileSource.DIRECT);
  }

  /** Reads a file, with the environment variables of this process. */
  public static ParsedRules read(File file) {
    return read(file, System::getenv);
  }

  /** Reads a file with these environment variables. */
  public static ParsedRules read(File file, Environment environment) {
    return read(file, /* candidate= */ null, environment);
  }

  /**
   * Reads a file and a candidate, which takes precedence over the candidate that the file names.
   *
   * @param candidate the path relative to the working directory; null for the candidate in the file
   */
  public static ParsedRules read(File file, @Nullable String candidate) {
    return read(FileSource.DIRECT, file, candidate);
  }

  /** Reads a file, its candidate and all files that they name from this source. */
  public static ParsedRules read(FileSource files, File file, @Nullable String candidate) {
    return read(file, candidate, System::getenv, files);
  }

  /** Reads a file and a candidate with these environment variables. */
  public static ParsedRules read(File file, @Nullable String candidate, Environment environment) {
    return read(file, candidate, environment, FileSource.DIRECT);
  }

  private static ParsedRules read(
      File file, @Nullable String candidate, Environment environment, FileSource files) {
    FileRole role = candidate == null ? FileRole.ACTIVE : FileRole.ACTIVE_WITH_CANDIDATE;
    RulesFile config = new RulesFile(environment, role, /* activeStore= */ null, files);
    if (candidate == null) {
      return config.parse(file, file.getPath(), "");
    }
    ParsedRules parsed = config.parse(file, file.getPath(), "");
    return config.withCandidate(parsed, file.getPath(), candidate, new File(candidate), candidate);
  }

  /** Reads a file that messages show under the name {@code shown}. */
  private ParsedRules parse(File file, String shown, String helpIfUnreadable) {
    try {
      return parseBytes(shown, files.read(file));
    } catch (IOException | SecurityException e) {
      return broken(shown, whyUnreadable(file, e), helpIfUnreadable);
    }
  }

  /** The content of a file, truncated to one byte more than a rules file may have. */
  public static byte[] bytesOf(File file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return in.readNBytes(MAX_BYTES + 1);
    }
  }

  /** The reason, in words, why a file could not be read. */
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

  /**
   * The reason without the path, which the JDK puts first and which may contain a variable's value.
   */
  private static String reason(File file, String message) {
    String reason =
        message.startsWith(file.getPath()) ? message.substring(file.getPath().length()) : "";
    return reason.isEmpty() ? "" : ":" + MessageWords.plain(reason);
  }

  /** Parses the content that {@link #bytesOf} returned. */
  public static ParsedRules parse(String fileName, byte[] bytes) {
    return new RulesFile(System::getenv, FileRole.ACTIVE).parseBytes(fileName, bytes);
  }

  private ParsedRules parseBytes(String name, byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
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
        "the file is not valid UTF-8",
        "save the file as UTF-8");
    return new ParsedRules.Broken(problems.errors(), List.of());
  }

  /** Parses a text, with the environment variables of this process. */
  public static ParsedRules parse(String fileName, String text) {
    return parse(fileName, text, System::getenv);
  }

  /** Parses a text with these environment variables. */
  public static ParsedRules parse(String fileName, String text, Environment environment) {
    return new RulesFile(environment, FileRole.ACTIVE).parseText(fileName, text);
  }

  /** Parses a text that replaces the active file and takes over its store. */
  public static ParsedRules parse(
      String fileName, String text, Environment environment, StoreSettings activeStore) {
    return new RulesFile(environment, FileRole.ACTIVE, activeStore, FileSource.DIRECT)
        .parseText(fileName, text);
  }

  private ParsedRules parseText(String name, String text) {
    if (text.length() > MAX_BYTES) {
      return broken(name, "the file is too large", TOO_LARGE_HELP);
    }
    try {
      return parseGuarded(name, text.startsWith("\ufeff") ? text.substring(1) : text);
    } catch (RuntimeException | StackOverflowError e) {
      // A bug in Penstock or the YAML parser must not stop the application from starting.
      return broken(
          name,
          "the file cannot be parsed because of a bug in Penstock: " + where(e),
          "report this bug");
    }
  }

  /**
   * The exception type and location, without the message, which may contain a secret of the file.
   */
  private static String where(Throwable bug) {
    StackTraceElement[] trace = bug.getStackTrace();
    return bug.getClass().getSimpleName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private ParsedRules parseGuarded(String name, String text) {
    Problems problems = new Problems(new SourceFile(name, text));
    LocatedValue root = YamlReader.read(text, problems, environment);
    RulesFolder around = folder == null ? RulesFolder.of(name, files) : folder;
    TopLevelParser parser = new TopLevelParser(problems, around, role, activeStore);
    RuleSets rules = root == null ? null : parser.parse(root);
    ParsedRules parsed =
        problems.hasErrors() || rules == null
            ? new ParsedRules.Broken(problems.errors(), parser.alsoRead())
            : new ParsedRules.Good(
                rules, problems.warnings(), /* candidateProblems= */ List.of(), parser.alsoRead());
    LocatedText candidate = parser.candidate();
    return candidate == null || role != FileRole.ACTIVE
        ? parsed
        : withCandidate(
            parsed,
            /* rulesFile= */ name,
            /* name= */ candidate.shown(),
            around.find(candidate.value()),
            /* shown= */ around.find(candidate.shown()).getPath());
  }

  /** Adds a candidate or its problems. */
  private ParsedRules withCandidate(
      ParsedRules parsed, String rulesFile, String name, File file, String shown) {
    ParsedRules other = parseCandidate(parsed, file, shown);
    List<File> alsoRead = joined(parsed.alsoRead(), joined(List.of(file), other.alsoRead()));
    if (parsed instanceof ParsedRules.Broken broken) {
      return new ParsedRules.Broken(broken.problems(), alsoRead);
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    if (other instanceof ParsedRules.Broken broken) {
      return new ParsedRules.Good(good.rules(), good.warnings(), broken.problems(), alsoRead);
    }
    RuleSets candidate = ((ParsedRules.Good) other).rules();
    List<Problem> warnings = joined(good.warnings(), ((ParsedRules.Good) other).warnings());
    List<Problem> problems = CandidateChecks.errors(good.rules(), shown);
    if (!problems.isEmpty()) {
      return new ParsedRules.Good(good.rules(), warnings, problems, alsoRead);
    }
    return new ParsedRules.Good(
        good.rules().withCandidate(new RuleSets.Candidate(name, candidate)),
        joined(CandidateChecks.warnings(good.rules(), rulesFile, name), warnings),
        problems,
        alsoRead);
  }

  private ParsedRules parseCandidate(ParsedRules parsed, File file, String shown) {
    String helpIfUnreadable =
        role == FileRole.ACTIVE
            ? "the path of a candidate is relative to the folder of the rules file"
            : "the path in the agent option `shadow` is relative to the working directory";
    StoreSettings store =
        parsed instanceof ParsedRules.Good good ? good.rules().inbound().settings().store() : null;
    RulesFolder around = RulesFolder.of(file.getPath(), files);
    RulesFile candidate = new RulesFile(environment, FileRole.CANDIDATE, store, files, around);
    return candidate.parse(file, shown, helpIfUnreadable);
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
