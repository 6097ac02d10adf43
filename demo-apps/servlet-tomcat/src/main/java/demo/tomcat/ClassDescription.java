package demo.tomcat;

import java.io.ObjectStreamClass;
import java.util.Arrays;
import java.util.stream.Stream;

/** Describes a class as reflection shows it to frameworks and serialization. */
final class ClassDescription {
  private ClassDescription() {}

  static String of(Class<?> type) {
    var lines =
        Stream.of(
                Stream.of(type.toGenericString(), Arrays.toString(type.getInterfaces())),
                members(type.getDeclaredFields()),
                members(type.getDeclaredConstructors()),
                members(type.getDeclaredMethods()),
                members(type.getDeclaredAnnotations()),
                members(type.getDeclaredClasses()))
            .flatMap(part -> part)
            .toList();
    return String.join("\n", lines) + "\nserial " + serialVersion(type) + "\n";
  }

  private static Stream<String> members(Object[] members) {
    return Arrays.stream(members).map(Object::toString).sorted();
  }

  private static String serialVersion(Class<?> type) {
    ObjectStreamClass serial = ObjectStreamClass.lookup(type);
    return serial == null ? "none" : Long.toString(serial.getSerialVersionUID());
  }
}
