package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that an advice uses only classes that the instrumented class can link to. */
class AdviceTest {
  static Stream<String> advice() throws IOException {
    Path classes = Path.of("target", "classes");
    try (Stream<Path> all = Files.walk(classes.resolve("dev/penstock/instrument"))) {
      return all
          .map(file -> classes.relativize(file).toString().replace(File.separatorChar, '.'))
          .filter(name -> name.endsWith("Advice.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("advice")
  void namesOnlyTheGateAndTheJdk(String advice) throws IOException {
    assertThat(foreignNames(advice)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("advice")
  void usesNoDynamicInvocation(String advice) throws IOException {
    assertThat(foreignNames(advice)).noneMatch(name -> name.startsWith("invokedynamic"));
  }

  private static List<String> foreignNames(String advice) throws IOException {
    List<String> names = new ArrayList<>();
    try (InputStream in =
        AdviceTest.class.getResourceAsStream("/" + advice.replace('.', '/') + ".class")) {
      assertThat(in).as(advice).isNotNull();
      new ClassReader(in.readAllBytes())
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public @Nullable MethodVisitor visitMethod(
                    int access, String name, String descriptor, String generic, String[] thrown) {
                  return name.equals("<init>") ? null : new NameCollector(names);
                }
              },
              ClassReader.SKIP_DEBUG);
    }
    return names;
  }

  private static final class NameCollector extends MethodVisitor {
    private final List<String> names;

    NameCollector(List<String> names) {
      super(Opcodes.ASM9);
      this.names = names;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      add(owner);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      add(owner);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      add(type);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      names.add("invokedynamic " + name);
    }

    private void add(String owner) {
      String type = owner.startsWith("[L") ? owner.substring(2) : owner;
      if (!type.startsWith("java/") && !type.startsWith("dev/penstock/bootstrap/")) {
        names.add(owner);
      }
    }
  }
}
