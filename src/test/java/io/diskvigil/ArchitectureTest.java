package io.diskvigil;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The directions of docs/explanation/architecture.md, held by the build. */
class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.diskvigil");

    @Test
    void packagesDependDownwards() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("model")
                .definedBy("..diskvigil.model..")
                .layer("exec")
                .definedBy("..diskvigil.exec..")
                .layer("adapter")
                .definedBy("..diskvigil.adapter..")
                .layer("inventory")
                .definedBy("..diskvigil.inventory..")
                .layer("rule")
                .definedBy("..diskvigil.rule..")
                .layer("incident")
                .definedBy("..diskvigil.incident..")
                .layer("selftest")
                .definedBy("..diskvigil.selftest..")
                .layer("poll")
                .definedBy("..diskvigil.poll..")
                .layer("store")
                .definedBy("..diskvigil.store..")
                .layer("notify")
                .definedBy("..diskvigil.notify..")
                .layer("metrics")
                .definedBy("..diskvigil.metrics..")
                .layer("web")
                .definedBy("..diskvigil.web..")
                .layer("cli")
                .definedBy("..diskvigil.cli..")
                .whereLayer("model")
                .mayNotAccessAnyLayer()
                .whereLayer("exec")
                .mayOnlyAccessLayers("model")
                .whereLayer("adapter")
                .mayOnlyAccessLayers("model", "exec")
                .whereLayer("inventory")
                .mayOnlyAccessLayers("model")
                .whereLayer("rule")
                .mayOnlyAccessLayers("model")
                .whereLayer("incident")
                .mayOnlyAccessLayers("model")
                .whereLayer("selftest")
                .mayOnlyAccessLayers("model")
                .whereLayer("poll")
                .mayOnlyAccessLayers("model", "exec", "adapter", "inventory", "rule", "incident", "selftest")
                .whereLayer("store")
                .mayOnlyAccessLayers("model", "inventory", "rule", "incident", "selftest", "poll")
                .whereLayer("notify")
                .mayOnlyAccessLayers("model", "incident")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("model", "exec", "inventory", "incident", "selftest", "poll")
                .whereLayer("web")
                .mayOnlyAccessLayers("model", "inventory", "incident", "selftest", "poll", "metrics")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .check(MAIN);
    }

    @Test
    void theCoreKnowsNoFramework() {
        classes()
                .that()
                .resideInAnyPackage(
                        "..diskvigil.model..",
                        "..diskvigil.inventory..",
                        "..diskvigil.rule..",
                        "..diskvigil.incident..",
                        "..diskvigil.selftest..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "io.diskvigil..", "io.smallrye.config..")
                .check(MAIN);
    }

    @Test
    void eachLibraryHasOneHome() {
        oneHome("org.zeroturnaround..", "..diskvigil.exec..");
        oneHome("org.quartz..", "..diskvigil.poll..");
        oneHome("io.micrometer..", "..diskvigil.metrics..");
        oneHome("jakarta.mail..", "..diskvigil.notify..");
        oneHome("io.quarkus.qute..", "..diskvigil.notify..");
        oneHome("java.sql..", "..diskvigil.store..");
        oneHome("org.sqlite..", "..diskvigil.store..");
        oneHome("picocli..", "..diskvigil.cli..");
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.diskvigil.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    private static void oneHome(String library, String home) {
        noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(MAIN);
    }
}
