/** A substitute for an instrumented class: links to the gate by name. */
public class Caller {
  public static class OfBootJar implements Runnable {
    public void run() { gate.Gate.pass(); }
  }
  public static class OfJavaBase implements Runnable {
    public void run() { java.lang.GateInBase.pass(); }
  }
}
