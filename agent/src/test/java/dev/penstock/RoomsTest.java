package dev.penstock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the dependencies between top-level packages ("rooms"), which must point one way. */
class RoomsTest {
  private static final String ROOT = "dev.penstock.";
  private static final int MAX_CLASSES = 30;

  /** Each room with the rooms that it may import; a room is a package with its sub-packages. */
  private static final String ROOMS =
      """
      bootstrap  |
      log        |
      thread     |
      http       |
      json       |
      limit      |
      store      | limit log thread
      rules      | http json limit store
      engine     | http limit rules store thread
      instrument | bootstrap http log
      telemetry  | engine http instrument limit log rules store thread
      outbound   | bootstrap engine http limit log rules store telemetry thread
      shadow     | engine http json limit log outbound rules store telemetry
      inbound    | bootstrap engine http log rules shadow store telemetry thread
      operator   | http json log rules shadow telemetry
      cli        | http limit operator rules shadow store telemetry
      agent      | bootstrap engine http inbound instrument limit log operator outbound rules shadow store telemetry
      premain    |
      """;

  private static final JavaClasses PENSTOCK =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Test modules have packages below dev.penstock as well.
          .withImportOption(location -> !location.contains("dev/penstock/test"))
          .importPackages("dev.penstock");

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = ROOMS)
  void aRoomImportsOnlyTheRoomsOfItsRow(String name, @Nullable String others) {
    Set<String> allowed = new TreeSet<>(Set.of(name));
    if (others != null) {
      allowed.addAll(List.of(others.split(" ", -1)));
    }
    classes()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "belong to " + allowed + " or to a library",
                used -> !isOurs(used) || allowed.contains(room(used))))
        .check(PENSTOCK);
  }

  @Test
  void everyRoomHasARowAndImportsOnlyRoomsAbove() {
    Set<String> rows = new LinkedHashSet<>();
    for (String row : ROOMS.lines().toList()) {
      String[] columns = row.split("\\|", -1);
      for (String used : columns[1].strip().split(" ", -1)) {
        assertThat(used.isEmpty() || rows.contains(used)).as("%s uses %s", row, used).isTrue();
      }
      rows.add(columns[0].strip());
    }
    assertThat(PENSTOCK.stream().map(RoomsTest::room).distinct())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void noPackageHasTooManyClassesAndNoSimpleNameExistsTwice() {
    List<JavaClass> topLevel =
        PENSTOCK.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .toList();
    assertThat(topLevel.stream().collect(groupingBy(JavaClass::getPackageName, counting())))
        .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_CLASSES));
    assertThat(topLevel.stream().map(JavaClass::getSimpleName)).doesNotHaveDuplicates();
  }

  @Test
  void onlyInstrumentationUsesByteBuddy() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "instrument..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.bytebuddy..")
        .check(PENSTOCK);
  }

  @Test
  void onlyTheRulesParserUsesYaml() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "rules.config..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.snakeyaml..")
        .check(PENSTOCK);
  }

  @Test
  void anAdviceDependsOnlyOnTheGateTheJdkAndItsLibrary() {
    classes()
        .that()
        .resideInAPackage(ROOT + "instrument..")
        .and()
        .haveSimpleNameEndingWith("Advice")
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are the gate's, the JDK's or the library's",
                used ->
                    !isOurs(used)
                        || used.getPackageName().equals(ROOT + "bootstrap")
                        || used.isAnnotation()))
        .allowEmptyShould(true)
        .check(PENSTOCK);
  }

  @Test
  void limitsReadNoClock() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "limit")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .callMethodWhere(
            DescribedPredicate.describe(
                "read the time with java.time",
                call ->
                    call.getTargetOwner().getPackageName().equals("java.time")
                        && call.getName().equals("now")))
        .check(PENSTOCK);
  }

  @Test
  void penstockDoesNotUseTheLoggingOfTheApplication() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.slf4j..", "org.apache..")
        .check(PENSTOCK);
  }

  @Test
  void onlyTheCommandLineAndPremainEndTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "cli..", ROOT + "premain")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PENSTOCK);
  }

  @Test
  void onlyTheCommandLinePrints() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli..")
        .should()
        .accessField(System.class, "out")
        .check(PENSTOCK);
  }

  @Test
  void handlersAndEngineNeverUseInstrumentation() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "inbound..", ROOT + "outbound..", ROOT + "engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "instrument..")
        .check(PENSTOCK);
  }

  @Test
  void onlyConnectionsUseJedis() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "store.redis.connection..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("redis.clients..")
        .check(PENSTOCK);
  }

  private static String room(JavaClass type) {
    String name = type.getPackageName().substring(ROOT.length());
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static boolean isOurs(JavaClass used) {
    return used.getPackageName().startsWith("dev.penstock");
  }
}
