package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.UnreadableFileException;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contents of the rules file and of the files that it names, each read once. */
final class FileContents implements FileSource {
  private final FileSource source;
  private final Map<File, Content> contents = new LinkedHashMap<>();

  FileContents(FileSource source) {
    this.source = source;
  }

  /** Reads the same files again. */
  FileContents reread() {
    FileContents now = new FileContents(source);
    for (File file : contents.keySet()) {
      now.content(file);
    }
    return now;
  }

  /** Returns the contents of these files only, without reading them again. */
  FileContents of(File file, List<File> others) {
    FileContents some = new FileContents(source);
    some.contents.put(file, content(file));
    for (File other : others) {
      some.contents.put(other, content(other));
    }
    return some;
  }

  @Override
  public byte[] read(File file) throws IOException {
    Content content = content(file);
    if (content.problem != null) {
      throw content.problem;
    }
    return content.bytes;
  }

  /** Returns why a file cannot be read; null if it can. */
  @Nullable IOException problem(File file) {
    return content(file).problem;
  }

  /** Returns the kind of problem; null if the file can be read. */
  @Nullable Reason reason(File file) {
    return reasonOf(content(file));
  }

  private static @Nullable Reason reasonOf(Content content) {
    if (content.problem == null) {
      return null;
    }
    return content.problem instanceof UnreadableFileException unreadable
        ? unreadable.reason()
        : Reason.REFUSED;
  }

  /** Returns a file whose reading timed out; null if there is none. */
  @Nullable File stalled() {
    for (Map.Entry<File, Content> entry : contents.entrySet()) {
      if (reasonOf(entry.getValue()) == Reason.STALLED) {
        return entry.getKey();
      }
    }
    return null;
  }

  boolean isSameAs(@Nullable FileContents other) {
    return other != null && contents.equals(other.contents);
  }

  private Content content(File file) {
    Content known = contents.get(file);
    if (known == null) {
      known = contentOf(file);
      contents.put(file, known);
    }
    return known;
  }

  private Content contentOf(File file) {
    try {
      return new Content(source.read(file), /* problem= */ null);
    } catch (IOException e) {
      return new Content(new byte[0], e);
    } catch (SecurityException e) {
      return new Content(new byte[0], new IOException(e.getMessage(), e));
    }
  }

  /** A content or a problem. Two files with the same problem are equal. */
  private static final class Content {
    private final byte[] bytes;
    private final @Nullable IOException problem;

    Content(byte[] bytes, @Nullable IOException problem) {
      this.bytes = bytes;
      this.problem = problem;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Content that
          && Arrays.equals(bytes, that.bytes)
          && words().equals(that.words());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    private String words() {
      return problem == null ? "" : String.valueOf(problem.getMessage());
    }
  }
}
