package dev.penstock.rules;

import dev.penstock.rules.key.ClientAddress;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a rules file besides its rules.
 *
 * @param mode how rejections are applied; the mode of a rule can only be milder
 * @param exemption calls to which no rule applies
 * @param clientAddress how the address of a client is determined
 * @param plans maps clients to plans; null if the file has none
 * @param shedding which calls are rejected first under overload; null if load shedding is off
 * @param store where the counts are kept
 * @param shadowing how the active rules are compared with a candidate
 * @param visibility the console and the telemetry of the agent
 * @param defaultPreflights the default limit of CORS preflights; null if the file sets {@code
 *     preflights}
 */
public record FileSettings(
    Mode mode,
    Exemption exemption,
    ClientAddress clientAddress,
    @Nullable Plans plans,
    @Nullable LoadShedding shedding,
    StoreSettings store,
    ShadowSettings shadowing,
    VisibilitySettings visibility,
    @Nullable Rule defaultPreflights) {
  /** The default of {@code store.max-keys}. */
  public static final long DEFAULT_MAX_KEYS = 1_000_000;

  /** Settings with a local store and defaults for everything that is not given. */
  public FileSettings(
      Mode mode,
      Exemption exemption,
      ClientAddress clientAddress,
      @Nullable Plans plans,
      @Nullable LoadShedding shedding,
      long mostKeys) {
    this(
        mode,
        exemption,
        clientAddress,
        plans,
        shedding,
        StoreSettings.local(mostKeys),
        ShadowSettings.DEFAULT,
        VisibilitySettings.NONE,
        /* defaultPreflights= */ null);
  }

  /** Returns a copy with another mode. */
  public FileSettings withMode(Mode newMode) {
    return new FileSettings(
        newMode,
        exemption,
        clientAddress,
        plans,
        shedding,
        store,
        shadowing,
        visibility,
        defaultPreflights);
  }

  /** The most keys that this JVM keeps. */
  public long mostKeys() {
    return store.mostKeys();
  }

  /** Returns the settings for outbound rules, which have neither exemptions nor load shedding. */
  FileSettings outbound() {
    return new FileSettings(
        mode,
        Exemption.NONE,
        ClientAddress.DIRECT,
        plans,
        /* shedding= */ null,
        store,
        shadowing,
        visibility,
        /* defaultPreflights= */ null);
  }

  /** Settings with defaults for everything that is not given. */
  public static FileSettings of(Mode mode, Exemption exemption, ClientAddress clientAddress) {
    return new FileSettings(
        mode, exemption, clientAddress, /* plans= */ null, /* shedding= */ null, DEFAULT_MAX_KEYS);
  }
}
