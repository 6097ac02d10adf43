package dev.penstock.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown file of the repository.
 *
 * @param path from the root of the repository
 * @param lines all lines
 */
public record MarkdownFile(Path path, List<String> lines) {
  /** Unit tests run in the folder of the module. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> SKIPPED = Set.of("target", ".git", ".m2", "node_modules");
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*?)(?: +#+)?");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern LINK =
      Pattern.compile(
          "!?\\[[^\\[\\]]*(?:\\[[^\\]]*\\][^\\[\\]]*)?\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)");
  private static final Pattern LINK_DEFINITION = Pattern.compile("^ {0,3}\\[[^\\]]+\\]: +(\\S+).*");
  private static final Pattern SOURCE = Pattern.compile("(?:src|srcset|href)=\"([^\"]+)\"");
  private static final Pattern CODE = Pattern.compile("(`+).+?\\1");

  /** All Markdown files of the repository. */
  public static List<MarkdownFile> all() {
    List<MarkdownFile> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean skipped = SKIPPED.contains(folder.getFileName().toString());
              return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (file.toString().endsWith(".md")) {
                files.add(new MarkdownFile(ROOT.relativize(file), Files.readAllLines(file)));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** The content of each fenced block in this language. */
  public List<String> blocks(String language) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = null;
    boolean inOther = false;
    for (String line : lines) {
      boolean isFence = line.stripLeading().startsWith("```");
      if (isFence && block != null) {
        blocks.add(block.toString());
        block = null;
      } else if (isFence) {
        block = !inOther && line.strip().equals("```" + language) ? new StringBuilder() : null;
        inOther = !inOther && block == null;
      } else if (block != null) {
        block.append(line).append('\n');
      }
    }
    return blocks;
  }

  /** The lines outside of code blocks. */
  List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean isCode = false;
    for (String line : lines) {
      boolean isFence = line.stripLeading().startsWith("```");
      if (!isFence && !isCode) {
        prose.add(line);
      }
      isCode = isFence != isCode;
    }
    return prose;
  }

  /** The targets of all links and images, as written. */
  List<String> links() {
    List<String> links = new ArrayList<>();
    String text = CODE.matcher(String.join("\n", prose())).replaceAll("code");
    for (Pattern pattern : List.of(LINK, SOURCE)) {
      pattern.matcher(text).results().forEach(found -> links.add(found.group(1)));
    }
    for (String line : prose()) {
      Matcher definition = LINK_DEFINITION.matcher(line);
      if (definition.matches()) {
        links.add(definition.group(1));
      }
    }
    return links;
  }

  /** The anchors that code hosts derive from headings, and the explicit anchors. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> repeated = new HashMap<>();
    for (String line : prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String slug = slug(heading.group(2));
        int times = repeated.merge(slug, 1, Integer::sum);
        anchors.add(times == 1 ? slug : slug + "-" + (times - 1));
      }
      ANCHOR.matcher(line).results().forEach(found -> anchors.add(found.group(1)));
    }
    return anchors;
  }

  private static String slug(String heading) {
    String text = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
    return text.replaceAll("[^\\p{L}\\p{N}\\p{M}_\\- ]", "").replace(' ', '-');
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
