package dev.penstock.instrument.grpc;

import dev.penstock.instrument.CompanionClassLoader;

/** Makes objects whose classes are compiled against gRPC. */
final class GrpcCompanions {
  private static final String PACKAGE = "dev.penstock.instrument.grpc.calls.";
  private static final String LIBRARY = "io.grpc";

  private GrpcCompanions() {}

  /**
   * Makes an object of a class that sees the library.
   *
   * @param ofLibrary a class of the library
   * @param name the simple name of the class
   */
  static Object make(Class<?> ofLibrary, String name) {
    CompanionClassLoader loader =
        new CompanionClassLoader(
            "penstock-grpc",
            ofLibrary.getClassLoader(),
            type -> type.startsWith(PACKAGE),
            LIBRARY,
            LIBRARY);
    try {
      return loader.type(PACKAGE + name).getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
