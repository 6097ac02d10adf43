package dev.penstock.rules;

import dev.penstock.rules.key.ClientAddress;
import org.jspecify.annotations.Nullable;

/**
 * What a file says besides its rules.
 *
 * @param mode what becomes of refused calls; the rules' own modes can only be milder
 * @param exemption calls that no rule looks at
 * @param clientAddress how a client's address is found
 * @param plans who has which plan; null if there are none
 * @param shedding who goes first under too much load; null if nobody does
 * @param store where what was spent is remembered
 * @param shadowing how what is in force is compared with a candidate
 * @param visibility where the agent can be seen and steered
 * @param usualPreflights the limit of CORS preflights if the file does not mention them; null if it
 *     does
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
    @Nullable Rule usualPreflights) {
  /** How many keys are remembered if the file does not say. */
  public static final long USUAL_MOST_KEYS = 1_000_000;

  /** A file that says nothing of candidates, and only that much of where counts are kept. */
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
        ShadowSettings.USUAL,
        VisibilitySettings.NONE,
        /* usualPreflights= */ null);
  }

  /** The same file with another mode. */
  public FileSettings in(Mode newMode) {
    return new FileSettings(
        newMode,
        exemption,
        clientAddress,
        plans,
        shedding,
        store,
        shadowing,
        visibility,
        usualPreflights);
  }

  /** How many keys are remembered in this JVM. */
  public long mostKeys() {
    return store.mostKeys();
  }

  /** The same for calls that go out: nobody is exempt from those rules, and nothing is shed. */
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
        /* usualPreflights= */ null);
  }

  /** A file that says only this much. */
  public static FileSettings of(Mode mode, Exemption exemption, ClientAddress clientAddress) {
    return new FileSettings(
        mode, exemption, clientAddress, /* plans= */ null, /* shedding= */ null, USUAL_MOST_KEYS);
  }
}
