import java.io.InputStream;

/** A class loader that delegates only {@code java.*} to its parent, as OSGi containers do. */
public class FilteringLoader extends ClassLoader {
  public static void main(String[] args) throws Exception {
    String caller = args[0].equals("boot-jar") ? "Caller$OfBootJar" : "Caller$OfJavaBase";
    try {
      ((Runnable) new FilteringLoader().loadClass(caller).getConstructor().newInstance()).run();
      System.out.println("reached");
    } catch (NoClassDefFoundError unseen) {
      System.out.println("not reached: " + unseen.getMessage());
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return super.loadClass(name, resolve);
    }
    Class<?> known = findLoadedClass(name);
    if (known != null) {
      return known;
    }
    try (InputStream in = getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (java.io.IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }
}
