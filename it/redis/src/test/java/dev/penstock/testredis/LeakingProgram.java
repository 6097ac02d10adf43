package dev.penstock.testredis;

/** A program that starts servers, prints their ids, and ends without closing them. */
final class LeakingProgram {
  private LeakingProgram() {}

  /** Ends by itself after the input {@code exit}, or when its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    print(RedisProcess.start());
    RedisProcess paused = RedisProcess.start();
    paused.pause();
    print(paused);
    System.out.println("all printed");
    if (arguments[0].equals("exit")) {
      System.exit(3);
    }
    System.in.read();
  }

  private static void print(RedisProcess process) {
    System.out.println("left " + process.pid() + " " + process.folder());
  }
}
