package dev.penstock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which package may use which: dependencies point one way. */
class PackageMapTest {
  private static final String ROOT = "dev.penstock.";

  /** Package, and the packages it may use besides itself. */
  private static final String MAP =
      """
      bootstrap          |
      log                |
      thread             |
      call               |
      json               |
      limit              |
      key                | call
      lease              | limit log
      redis              | log thread
      rule               | call key limit redis
      config             | call key limit redis rule twin
      twin               | limit redis
      store              | limit log redis
      shared             | lease limit log redis store twin
      engine             | call key limit redis rule store
      pace               | call engine limit log rule store
      shadow             | call engine key limit log pace rule store
      divergence         | call json key log rule shadow
      telemetry          | call engine limit rule shadow store thread
      control            | rule telemetry
      console            | call control json log rule telemetry
      flight             | call telemetry
      jmx                | call control log rule telemetry
      span               | instrument telemetry
      command            | control rule shadow telemetry
      report             | rule shadow
      simulate           | call config engine key limit log rule shadow store
      instrument         | bootstrap call log
      instrument.apache  | bootstrap call instrument log
      instrument.aws     | bootstrap call instrument log
      instrument.jdkclient | bootstrap call instrument log
      instrument.container | bootstrap call instrument instrument.servlet log
      instrument.grizzly | bootstrap call instrument log
      instrument.jaxrs   | bootstrap call instrument instrument.servlet log
      instrument.jdkserver | bootstrap call instrument log
      instrument.jettyclient | bootstrap call instrument log
      instrument.okhttp  | bootstrap call instrument log
      instrument.reactor | bootstrap call instrument log
      instrument.servlet | bootstrap call instrument log
      instrument.spring  | bootstrap call instrument instrument.servlet log
      instrument.webflux | bootstrap call instrument instrument.servlet log
      instrument.vertx   | bootstrap call instrument log
      agent              | bootstrap call command config console control divergence engine flight instrument instrument.apache instrument.aws instrument.container instrument.grizzly instrument.jaxrs instrument.jdkclient instrument.jdkserver instrument.jettyclient instrument.okhttp instrument.reactor instrument.servlet instrument.spring instrument.vertx instrument.webflux jmx key limit log pace redis rule shadow shared span store telemetry
      cli                | call command config divergence engine key lease limit log redis report rule shadow simulate store telemetry
      premain            |
      """;

  private static final JavaClasses PENSTOCK =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Test modules have packages below dev.penstock as well.
          .withImportOption(location -> !location.contains("dev/penstock/test"))
          .importPackages("dev.penstock");

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = MAP)
  void aPackageUsesOnlyThoseBelowIt(String name, String below) {
    Set<String> allowed = new TreeSet<>(Set.of(ROOT + name));
    if (below != null) {
      Arrays.stream(below.split(" ", -1)).map(ROOT::concat).forEach(allowed::add);
    }
    classes()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "belong to " + allowed + " or to others than us",
                used -> !isOurs(used) || allowed.contains(used.getPackageName())))
        .check(PENSTOCK);
  }

  @Test
  void everyPackageHasARow() {
    Set<String> rows =
        MAP.lines()
            .map(row -> ROOT + row.substring(0, row.indexOf('|')).strip())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> packages =
        PENSTOCK.stream()
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(packages).isEqualTo(rows);
  }

  @Test
  void onlyInstrumentationSeesByteBuddy() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "instrument..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.bytebuddy..")
        .check(PENSTOCK);
  }

  @Test
  void onlyTheRulesFileSeesYaml() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "config")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.snakeyaml..")
        .check(PENSTOCK);
  }

  @Test
  void anAdviceNamesOnlyTheGateTheJdkAndTheLibraryItIsWovenInto() {
    classes()
        .that()
        .resideInAPackage(ROOT + "instrument..")
        .and()
        .haveSimpleNameEndingWith("Advice")
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are the gate's, the JDK's or the library's",
                used -> !isOurs(used) || used.getPackageName().equals(ROOT + "bootstrap")))
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
                "ask java.time for now",
                call ->
                    call.getTargetOwner().getPackageName().equals("java.time")
                        && call.getName().equals("now")))
        .check(PENSTOCK);
  }

  @Test
  void nobodyTouchesTheLoggingOfTheApplication() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.slf4j..", "org.apache..")
        .check(PENSTOCK);
  }

  @Test
  void nobodyEndsTheApplication() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "cli", ROOT + "premain")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PENSTOCK);
  }

  @Test
  void onlyTheCommandsPrint() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli")
        .should()
        .accessField(System.class, "out")
        .check(PENSTOCK);
  }

  private static boolean isOurs(JavaClass used) {
    return used.getPackageName().startsWith("dev.penstock");
  }
}
