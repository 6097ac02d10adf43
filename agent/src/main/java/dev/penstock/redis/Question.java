package dev.penstock.redis;

import java.util.List;

/** A script to run with some keys and arguments, and who is told what came of it. */
public abstract class Question {
  private final Script script;
  private final List<byte[]> keys;
  private final List<byte[]> arguments;
  private final ReplyShape shape;

  /**
   * @param keys at least one; of one slot, unless {@link Redis#takesAnyKeys}
   * @param shape the replies that the script can give
   */
  protected Question(Script script, List<byte[]> keys, List<byte[]> arguments, ReplyShape shape) {
    this.script = script;
    this.keys = keys;
    this.arguments = arguments;
    this.shape = shape;
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

  final ReplyShape shape() {
    return shape;
  }

  /**
   * Told once what the script has returned: whole numbers as {@link Long}, all else as bytes. The
   * reply fits the shape. Others wait for the thread that tells it.
   */
  protected abstract void answered(List<Object> reply);

  /** Told once, instead, that there is no answer. Others may wait for the thread that tells it. */
  protected abstract void unanswered(Silence why);
}
