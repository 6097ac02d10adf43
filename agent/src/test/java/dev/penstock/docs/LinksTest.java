package dev.penstock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that links between Markdown files lead to existing files and headings. */
class LinksTest {
  private final List<MarkdownFile> files = MarkdownFile.all();
  private final Map<Path, MarkdownFile> byPath =
      files.stream().collect(Collectors.toMap(MarkdownFile::path, Function.identity()));

  @Test
  void everyRelativeLinkHasATarget() {
    assertThat(files).hasSizeGreaterThan(20);
    List<String> broken = new ArrayList<>();
    for (MarkdownFile file : files) {
      for (String link : file.links()) {
        String problem = isExternal(link) ? null : problem(file, link);
        if (problem != null) {
          broken.add(file + ": " + link + ": " + problem);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean isExternal(String link) {
    return link.startsWith("https://")
        || link.startsWith("http://")
        || link.startsWith("mailto:")
        || link.startsWith("data:");
  }

  private @Nullable String problem(MarkdownFile from, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    if (file.startsWith("/")) {
      return "is not relative";
    }
    Path target =
        file.isEmpty() ? from.path() : Path.of("").resolve(from.path()).resolveSibling(file);
    Path normal = target.normalize();
    if (normal.startsWith("..") || !Files.exists(MarkdownFile.ROOT.resolve(normal))) {
      return "no such file";
    }
    MarkdownFile markdown = byPath.get(normal);
    if (hash < 0 || markdown == null) {
      return null;
    }
    return markdown.anchors().contains(link.substring(hash + 1)) ? null : "no such heading";
  }
}
