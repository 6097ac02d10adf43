package dev.penstock.cli;

import java.io.IOException;

/** Puts a candidate in force: a rules file becomes the one that its shadow has tried. */
@FunctionalInterface
interface Cutover {
  /** For as long as nobody can do it. */
  Cutover NOT_YET =
      (rulesFile, candidate) -> {
        throw new UsageException("`--cutover` is not supported yet");
      };

  /** The text of the rules file with the candidate in force, ready to be saved. */
  String promote(String rulesFile, String candidate) throws IOException, UsageException;
}
