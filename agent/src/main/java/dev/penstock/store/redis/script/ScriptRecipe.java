package dev.penstock.store.redis.script;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which script a question needs.
 *
 * @param kinds the kinds of limits that it is about, the sum of their bits
 */
record ScriptRecipe(ScriptOperation operation, int kinds) {
  /** The files to put together, in their order; without what reads the time. */
  Set<String> files() {
    Set<String> files = new LinkedHashSet<>();
    if (operation == ScriptOperation.SETTLE_ALONE) {
      files.add(ScriptedAlgorithm.of(kinds).word + operation.suffix);
      return files;
    }
    files.add("head");
    for (ScriptedAlgorithm kind : ScriptedAlgorithm.values()) {
      if ((kinds & kind.bit) != 0) {
        addFiles(kind, files);
      }
    }
    files.addAll(words(operation.drivers));
    return files;
  }

  private void addFiles(ScriptedAlgorithm kind, Set<String> files) {
    files.addAll(words(kind.files));
    if (operation == ScriptOperation.LEASE) {
      files.addAll(words(kind.leaseFiles));
      files.add(kind.word + ScriptOperation.REFUND.suffix);
    }
    if (!operation.suffix.isEmpty()) {
      files.add(kind.word + operation.suffix);
    }
  }

  private static List<String> words(String names) {
    return List.of(names.split(" ", -1));
  }
}
