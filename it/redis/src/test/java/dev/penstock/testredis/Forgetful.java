package dev.penstock.testredis;

/** A program that starts servers, tells of them on stdout, and ends without closing any. */
final class Forgetful {
  private Forgetful() {}

  /** Ends by itself if told {@code exit}, or else with its standard input. */
  public static void main(String[] arguments) throws Exception {
    tell(RedisProcess.start());
    RedisProcess paused = RedisProcess.start();
    paused.pause();
    tell(paused);
    System.out.println("that is all");
    if (arguments[0].equals("exit")) {
      System.exit(3);
    }
    System.in.read();
  }

  private static void tell(RedisProcess process) {
    System.out.println("left " + process.pid() + " " + process.folder());
  }
}
