package dev.penstock.rules.key;

import dev.penstock.http.Call;
import dev.penstock.http.Milestone;
import java.util.List;

/** The call that key sources read from, with buffers for its key; reused from call to call. */
public final class KeyContext {
  private final KeyHash hash;
  private final PathVariables pathVariables = new PathVariables();
  private final IpAddress address = new IpAddress();
  private final IpAddress spare = new IpAddress();
  private String pattern = "";
  private Call call = EmptyCall.INSTANCE;
  private ClientAddress clientAddress = ClientAddress.DIRECT;
  private boolean addressLookedUp;
  private boolean addressKnown;

  public KeyContext(KeyHash secret) {
    hash = new KeyHash(secret);
  }

  /** Starts with a call. */
  public void start(Call newCall, ClientAddress newClientAddress) {
    call = newCall;
    clientAddress = newClientAddress;
    addressLookedUp = false;
    pattern = "";
  }

  /** Starts with a call that another context has just used, and takes over its client address. */
  @SuppressWarnings("ReferenceEquality") // an equal instance only costs another lookup
  public void startAfter(Call newCall, ClientAddress newClientAddress, KeyContext other) {
    start(newCall, newClientAddress);
    if (other.addressLookedUp && other.clientAddress == newClientAddress) {
      addressLookedUp = true;
      addressKnown = other.addressKnown;
      address.set(other.address);
    }
  }

  /** Drops the cached client address. */
  public void forget() {
    addressLookedUp = false;
  }

  /** Releases the call, so that this context keeps no object of the application reachable. */
  public void end() {
    call = EmptyCall.INSTANCE;
    pathVariables.start(List.of(), "/");
  }

  public Call call() {
    return call;
  }

  /** The variables of the pattern that matched. */
  public PathVariables pathVariables() {
    return pathVariables;
  }

  /** The pattern of the rule that matched. */
  public void pattern(String newPattern) {
    pattern = newPattern;
  }

  /** The route as the framework names it, or else the pattern that matched. */
  String route() {
    String own = call.route();
    return own == null ? pattern : own;
  }

  /** True if the call has not reached the milestone. */
  boolean isBefore(Milestone milestone) {
    return call.milestone().compareTo(milestone) < 0;
  }

  /**
   * Computes the key of this call, which {@link #hash} then returns. Returns false if the call does
   * not carry the key; the hash is then the same for all such calls.
   */
  public boolean find(KeySource source) {
    hash.start();
    boolean present = source.addTo(hash, this);
    hash.finish();
    return present;
  }

  /** The key that was computed last; overwritten by the next one. */
  public KeyHash hash() {
    return hash;
  }

  /** Computes the key of this call, whether or not the call carries it. */
  public KeyHash hashOf(KeySource source) {
    find(source);
    return hash;
  }

  /** True if the server knows the client's address, which is then in {@link #address}. */
  boolean hasAddress() {
    if (!addressLookedUp) {
      addressLookedUp = true;
      addressKnown = clientAddress.find(call, address, spare);
    }
    return addressKnown;
  }

  /** True if the client's address lies in this network. */
  public boolean isIn(AddressRange range) {
    return hasAddress() && range.contains(address);
  }

  /** The network that counts as one client. */
  IpAddress network() {
    spare.set(address);
    spare.keep(clientAddress.ipv4Prefix(), clientAddress.ipv6Prefix());
    return spare;
  }
}
