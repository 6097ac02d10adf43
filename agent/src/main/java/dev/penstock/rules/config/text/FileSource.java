package dev.penstock.rules.config.text;

import dev.penstock.rules.config.RulesFile;
import java.io.File;
import java.io.IOException;

/** Reads the rules file and the files that it names. */
public interface FileSource {
  /** Reads on the calling thread without a time limit; for the command line. */
  FileSource DIRECT = RulesFile::bytesOf;

  /** The content of a file, truncated to one byte more than a file may have. */
  byte[] read(File file) throws IOException;
}
