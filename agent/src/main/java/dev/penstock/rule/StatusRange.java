package dev.penstock.rule;

/**
 * Some statuses of answers: one, or all from one to another.
 *
 * @param from the first
 * @param to the last
 */
public record StatusRange(int from, int to) {
  public boolean contains(int status) {
    return from <= status && status <= to;
  }
}
