package dev.penstock.config;

import dev.penstock.rule.RuleSets;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads a rules file: rules, or every problem it has. Nothing that it is given makes it throw. */
public final class ConfigFile {
  /*
   * This runs in premain, where touching java.nio.file or java.util.logging would settle choices
   * that belong to the application; hence java.io.
   */
  static final int MOST_BYTES = 1 << 20;
  private static final String TOO_LARGE_HELP = "a rules file has at most 1 MiB";

  private final Environment environment;

  private ConfigFile(Environment environment) {
    this.environment = environment;
  }

  /** Reads a file, with variables of this process for {@code ${env:NAME}}. */
  public static Parsed read(File file) {
    return read(file, System::getenv);
  }

  /** Reads a file. */
  public static Parsed read(File file, Environment environment) {
    try {
      return new ConfigFile(environment).parseBytes(file.getPath(), bytesOf(file));
    } catch (IOException | SecurityException e) {
      return broken(file.getPath(), whyUnreadable(file, e), "");
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
    if (!file.exists()) {
      return "there is no such file";
    }
    return file.isDirectory()
        ? "this is a directory, not a file"
        : "the file cannot be read: " + Words.plain(String.valueOf(e.getMessage()));
  }

  /** Parses what {@link #bytesOf} has read. */
  public static Parsed parse(String fileName, byte[] bytes) {
    return new ConfigFile(System::getenv).parseBytes(fileName, bytes);
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
    return new ConfigFile(environment).parseText(fileName, text);
  }

  private Parsed parseText(String name, String text) {
    if (text.length() > MOST_BYTES) {
      return broken(name, "the file is too large", TOO_LARGE_HELP);
    }
    try {
      return parseGuarded(name, text.startsWith("\ufeff") ? text.substring(1) : text);
    } catch (RuntimeException | StackOverflowError e) {
      // A bug of ours or of the YAML parser must not stop the application that is starting.
      return broken(name, "the file cannot be understood: " + Words.plain(e.toString()), "");
    }
  }

  private Parsed parseGuarded(String name, String text) {
    Problems problems = new Problems(new Source(name, text));
    Value root = Yaml.read(text, problems, environment);
    FileParser parser = new FileParser(problems, new File(name).getParentFile());
    RuleSets rules = root == null ? null : parser.parse(root);
    if (problems.hasErrors() || rules == null) {
      return new Parsed.Broken(problems.errors(), parser.alsoRead());
    }
    return new Parsed.Good(rules, problems.warnings(), parser.alsoRead());
  }

  private static Parsed broken(String name, String message, String help) {
    return new Parsed.Broken(
        List.of(Problem.ofFile(name, Severity.ERROR, message, help)), /* alsoRead= */ List.of());
  }
}
