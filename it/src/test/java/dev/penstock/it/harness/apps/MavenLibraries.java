package dev.penstock.it.harness.apps;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/** Resolves Maven coordinates with the Maven settings of this machine. */
public final class MavenLibraries {
  private static final Context MAVEN = Runtimes.INSTANCE.getRuntime().create(overrides());

  private MavenLibraries() {}

  /** The runtime class path of an application, in Maven's order. */
  static List<Path> of(AppRecipe recipe) {
    return resolved(recipe, "libraries");
  }

  /** The class path of the annotation processors of an application; empty if it has none. */
  static List<Path> processors(AppRecipe recipe) {
    return recipe.list("processors").isEmpty() ? List.of() : resolved(recipe, "processors");
  }

  private static List<Path> resolved(AppRecipe recipe, String setting) {
    List<Dependency> managed = managed(recipe);
    var request = new CollectRequest().setRepositories(MAVEN.remoteRepositories());
    for (String coordinates : recipe.list(setting)) {
      request.addDependency(dependency(coordinates, recipe, managed));
    }
    request.setManagedDependencies(managed);
    try {
      return MAVEN
          .repositorySystem()
          .resolveDependencies(
              MAVEN.repositorySystemSession(),
              new DependencyRequest(
                  request, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME)))
          .getArtifactResults()
          .stream()
          .map(found -> found.getArtifact().getFile().toPath())
          .toList();
    } catch (RepositoryException e) {
      throw new IllegalStateException("cannot resolve the libraries of " + recipe.name(), e);
    }
  }

  /** One artifact without its dependencies. */
  public static Path file(String coordinates) {
    try {
      return MAVEN
          .repositorySystem()
          .resolveArtifact(
              MAVEN.repositorySystemSession(),
              new ArtifactRequest(
                  new DefaultArtifact(coordinates), MAVEN.remoteRepositories(), /* context= */ ""))
          .getArtifact()
          .getFile()
          .toPath();
    } catch (RepositoryException e) {
      throw new IllegalStateException("cannot resolve " + coordinates, e);
    }
  }

  private static List<Dependency> managed(AppRecipe recipe) {
    var managed = new ArrayList<Dependency>();
    for (String coordinates : recipe.list("versions")) {
      managed.add(new Dependency(new DefaultArtifact(coordinates), /* scope= */ ""));
    }
    for (String bom : recipe.list("boms")) {
      managed.addAll(managedBy(bom));
    }
    return managed;
  }

  private static List<Dependency> managedBy(String bom) {
    String[] parts = bom.split(":", -1);
    Artifact pom = new DefaultArtifact(parts[0], parts[1], "pom", parts[2]);
    try {
      return MAVEN
          .repositorySystem()
          .readArtifactDescriptor(
              MAVEN.repositorySystemSession(),
              new ArtifactDescriptorRequest(pom, MAVEN.remoteRepositories(), /* context= */ ""))
          .getManagedDependencies();
    } catch (RepositoryException e) {
      throw new IllegalStateException("cannot read the versions of " + bom, e);
    }
  }

  private static Dependency dependency(
      String coordinates, AppRecipe recipe, List<Dependency> managed) {
    String[] parts = coordinates.split(":", -1);
    Artifact artifact =
        parts.length > 2
            ? new DefaultArtifact(coordinates)
            : managed.stream()
                .map(Dependency::getArtifact)
                .filter(each -> each.getGroupId().equals(parts[0]))
                .filter(each -> each.getArtifactId().equals(parts[1]))
                .filter(each -> each.getExtension().equals("jar") && each.getClassifier().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no BOM has " + coordinates));
    List<Exclusion> exclusions =
        recipe.list("without").stream()
            .map(each -> each.split(":", 2))
            .map(each -> new Exclusion(each[0], each[1], "*", "*"))
            .toList();
    return new Dependency(artifact, JavaScopes.COMPILE, /* optional= */ false, exclusions);
  }

  private static ContextOverrides overrides() {
    var overrides = ContextOverrides.create().withUserSettings(true);
    // The build passes the repository that Maven uses, because a command line option can change it.
    String repository = System.getProperty("penstock.maven.repository", "");
    if (!repository.isEmpty()) {
      overrides.withLocalRepositoryOverride(Path.of(repository));
    }
    return overrides.build();
  }
}
