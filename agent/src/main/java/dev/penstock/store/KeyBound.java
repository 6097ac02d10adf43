package dev.penstock.store;

/** How many keys a store may remember; a reload can change it. */
final class KeyBound {
  private volatile long most;

  KeyBound(long most) {
    this.most = most;
  }

  long most() {
    return most;
  }

  void change(long newMost) {
    most = newMost;
  }
}
