package dev.penstock.redis;

import java.util.List;

/** A script to run with some keys and arguments, and who is told what came of it. */
public abstract class Question {
  private final Script script;
  private final List<byte[]> keys;
  private final List<byte[]> arguments;

  /**
   * @param keys at least one; of one slot, unless {@link Redis#takesAnyKeys}
   */
  protected Question(Script script, List<byte[]> keys, List<byte[]> arguments) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
  }

  final Script script() {
    return script;
  }

  final List<byte[]> keys() {
    return keys;
  }

  final List<byte[]> arguments() {
    return arguments;
  }

  /**
   * Told once what the script has returned: whole numbers as {@link Long}, all else as bytes.
   * Others wait for the thread that tells it.
   */
  protected abstract void answered(List<Object> reply);

  /** Told once, instead, that there is no answer. Others may wait for the thread that tells it. */
  protected abstract void unanswered(Silence why);
}
