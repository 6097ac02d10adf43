package dev.penstock.config;

import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSets;
import dev.penstock.rule.StoreSettings;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a rules file: rules, or every problem it has. Nothing that it is given makes it throw. */
public final class ConfigFile {
  /*
   * This runs in premain, where touching java.nio.file or java.util.logging would settle choices
   * that belong to the application; hence java.io.
   */
  static final int MOST_BYTES = 1 << 20;
  private static final String TOO_LARGE_HELP = "a rules file has at most 1 MiB";

  private final Environment environment;
  private final Role role;
  private final @Nullable StoreSettings inForce;
  private final FileSource files;

  /** Where other files are looked for; null if the name of the file tells. */
  private final @Nullable Folder folder;

  private ConfigFile(
      Environment environment,
      Role role,
      @Nullable StoreSettings inForce,
      FileSource files,
      @Nullable Folder folder) {
    this.environment = environment;
    this.role = role;
    this.inForce = inForce;
    this.files = files;
    this.folder = folder;
  }

  private ConfigFile(
      Environment environment, Role role, @Nullable StoreSettings inForce, FileSource files) {
    this(environment, role, inForce, files, /* folder= */ null);
  }

  private ConfigFile(Environment environment, Role role) {
    this(environment, role, /* inForce= */ null, FileSource.DIRECT);
  }

  /** Reads a file, with variables of this process for {@code ${env:NAME}}. */
  public static Parsed read(File file) {
    return read(file, System::getenv);
  }

  /** Reads a file. */
  public static Parsed read(File file, Environment environment) {
    return read(file, /* candidate= */ null, environment);
  }

  /**
   * Reads a file and the one that it is to be compared with, whatever it says of that itself.
   *
   * @param candidate its path from the working directory; null if the file itself is to say
   */
  public static Parsed read(File file, @Nullable String candidate) {
    return read(FileSource.DIRECT, file, candidate);
  }

  /** Reads two files, and all files that they name, from this source. */
  public static Parsed read(FileSource files, File file, @Nullable String candidate) {
    return read(file, candidate, System::getenv, files);
  }

  /** Reads two files with other variables than those of this process. */
  public static Parsed read(File file, @Nullable String candidate, Environment environment) {
    return read(file, candidate, environment, FileSource.DIRECT);
  }

  private static Parsed read(
      File file, @Nullable String candidate, Environment environment, FileSource files) {
    Role role = candidate == null ? Role.IN_FORCE : Role.BESIDE_ANOTHER;
    ConfigFile config = new ConfigFile(environment, role, /* inForce= */ null, files);
    if (candidate == null) {
      return config.parse(file, file.getPath(), "");
    }
    Parsed parsed = config.parse(file, file.getPath(), "");
    return config.beside(parsed, file.getPath(), candidate, new File(candidate), candidate);
  }

  /** Reads a file that messages may show under another name. */
  private Parsed parse(File file, String shown, String helpIfUnreadable) {
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
  static String whyUnreadable(File file, Exception e) {
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
    return reason.isEmpty() ? "" : ":" + Words.plain(reason);
  }

  /** Parses what {@link #bytesOf} has read. */
  public static Parsed parse(String fileName, byte[] bytes) {
    return new ConfigFile(System::getenv, Role.IN_FORCE).parseBytes(fileName, bytes);
  }

  private Parsed parseBytes(String name, byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      return broken(name, "the file is too large", TOO_LARGE_HELP);
    }
    Utf8 utf8 = Utf8.decode(bytes);
    if (utf8.isValid()) {
      return parseText(name, utf8.text());
    }
    Problems problems = new Problems(new Source(name, utf8.text()));
    Secrets.hideByLooks(problems.source());
    problems.error(
        new Span(utf8.firstInvalid(), utf8.firstInvalid() + 1),
        /* path= */ "",
        "this is not UTF-8",
        "save the file in the encoding UTF-8");
    return new Parsed.Broken(problems.errors(), List.of());
  }

  /** Parses a text, with variables of this process for {@code ${env:NAME}}. */
  public static Parsed parse(String fileName, String text) {
    return parse(fileName, text, System::getenv);
  }

  /** Parses a text. */
  public static Parsed parse(String fileName, String text, Environment environment) {
    return new ConfigFile(environment, Role.IN_FORCE).parseText(fileName, text);
  }

  /** Parses a text that is to take the place of another, and its store with it. */
  static Parsed parse(
      String fileName, String text, Environment environment, StoreSettings inForce) {
    return new ConfigFile(environment, Role.IN_FORCE, inForce, FileSource.DIRECT)
        .parseText(fileName, text);
  }

  private Parsed parseText(String name, String text) {
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

  private Parsed parseGuarded(String name, String text) {
    Problems problems = new Problems(new Source(name, text));
    Value root = Yaml.read(text, problems, environment);
    Folder around = folder == null ? Folder.of(name, files) : folder;
    FileParser parser = new FileParser(problems, around, role, inForce);
    RuleSets rules = root == null ? null : parser.parse(root);
    Parsed parsed =
        problems.hasErrors() || rules == null
            ? new Parsed.Broken(problems.errors(), parser.alsoRead())
            : new Parsed.Good(
                rules, problems.warnings(), /* candidateProblems= */ List.of(), parser.alsoRead());
    Text candidate = parser.candidate();
    return candidate == null || role != Role.IN_FORCE
        ? parsed
        : beside(
            parsed,
            /* rulesFile= */ name,
            /* name= */ candidate.shown(),
            around.find(candidate.value()),
            /* shown= */ around.find(candidate.shown()).getPath());
  }

  /** Adds a candidate, or what is wrong with it. */
  private Parsed beside(Parsed parsed, String rulesFile, String name, File file, String shown) {
    String helpIfUnreadable =
        role == Role.IN_FORCE
            ? "the path of a candidate starts where the rules file is"
            : "the path of the agent option `shadow` starts in the working directory";
    StoreSettings store =
        parsed instanceof Parsed.Good good ? good.rules().inbound().settings().store() : null;
    Folder around = Folder.of(file.getPath(), this.files);
    ConfigFile config = new ConfigFile(environment, Role.CANDIDATE, store, this.files, around);
    Parsed other = config.parse(file, shown, helpIfUnreadable);
    List<File> files = joined(parsed.alsoRead(), joined(List.of(file), other.alsoRead()));
    if (parsed instanceof Parsed.Broken broken) {
      return new Parsed.Broken(broken.problems(), files);
    }
    Parsed.Good good = (Parsed.Good) parsed;
    if (other instanceof Parsed.Broken broken) {
      return new Parsed.Good(good.rules(), good.warnings(), broken.problems(), files);
    }
    RuleSets candidate = ((Parsed.Good) other).rules();
    List<Problem> warnings = joined(good.warnings(), ((Parsed.Good) other).warnings());
    List<Problem> problems = checkAlone(good.rules(), shown);
    if (!problems.isEmpty()) {
      return new Parsed.Good(good.rules(), warnings, problems, files);
    }
    return new Parsed.Good(
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
                    "what the rule " + Words.code(rule.name()) + " would do is not judged",
                    "there is one candidate at a time: enforce the rule in "
                        + Words.code(candidate)
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
                "the rule " + Words.code(rule.name()) + " in force has a candidate already",
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

  private static Parsed broken(String name, String message, String help) {
    return new Parsed.Broken(
        List.of(Problem.ofFile(name, Severity.ERROR, message, help)), /* alsoRead= */ List.of());
  }
}
