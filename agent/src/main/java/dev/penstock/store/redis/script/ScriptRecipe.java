package dev.penstock.store.redis.script;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The operation and the algorithms of a script, which decide its files.
 *
 * @param algorithmBits the sum of the algorithms' bits
 */
record ScriptRecipe(ScriptOperation operation, int algorithmBits) {
  /** The files to assemble, in order, except the one that reads the time. */
  Set<String> files() {
    if (operation == ScriptOperation.SETTLE_ALONE) {
      return Set.of(ScriptedAlgorithm.of(algorithmBits).scriptName + operation.suffix);
    }
    Set<String> files = new LinkedHashSet<>();
    files.add("head");
    List<ScriptedAlgorithm> algorithms = algorithms();
    for (ScriptedAlgorithm algorithm : algorithms) {
      files.addAll(algorithm.files);
    }
    // After the files of all algorithms, because algorithms may share the file of an operation.
    for (ScriptedAlgorithm algorithm : algorithms) {
      addOperationFiles(algorithm, files);
    }
    files.addAll(operation.mainFiles);
    return files;
  }

  private List<ScriptedAlgorithm> algorithms() {
    List<ScriptedAlgorithm> algorithms = new ArrayList<>();
    for (ScriptedAlgorithm algorithm : ScriptedAlgorithm.values()) {
      if ((algorithmBits & algorithm.bit) != 0) {
        algorithms.add(algorithm);
      }
    }
    return algorithms;
  }

  private void addOperationFiles(ScriptedAlgorithm algorithm, Set<String> files) {
    if (operation == ScriptOperation.LEASE) {
      files.addAll(algorithm.leaseFiles);
      files.add(algorithm.operationPrefix + ScriptOperation.REFUND.suffix);
    }
    if (!operation.suffix.isEmpty()) {
      files.add(algorithm.operationPrefix + operation.suffix);
    }
  }
}
