package dev.penstock.rules.key;

import dev.penstock.http.Call;
import dev.penstock.http.Milestone;
import java.util.List;

/** One call as seen by key sources, with room for their sums; reused from call to call. */
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

  /** Turns to another call. */
  public void start(Call newCall, ClientAddress newClientAddress) {
    call = newCall;
    clientAddress = newClientAddress;
    addressLookedUp = false;
    pattern = "";
  }

  /** Turns to a call that another has just looked at, and takes over what that has found out. */
  @SuppressWarnings("ReferenceEquality") // if it is not the same one, it is looked up again
  public void startAfter(Call newCall, ClientAddress newClientAddress, KeyContext other) {
    start(newCall, newClientAddress);
    if (other.addressLookedUp && other.clientAddress == newClientAddress) {
      addressLookedUp = true;
      addressKnown = other.addressKnown;
      address.set(other.address);
    }
  }

  /** Forgets what it has found out about the last call. */
  public void forget() {
    addressLookedUp = false;
  }

  /** Lets go of the call, so that nothing of the application stays reachable from here. */
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

  /** What was called: in the framework's own words, or else as the pattern that matched. */
  String route() {
    String own = call.route();
    return own == null ? pattern : own;
  }

  /** True if the call has not come that far. */
  boolean isBefore(Milestone milestone) {
    return call.milestone().compareTo(milestone) < 0;
  }

  /**
   * Works out the key of this call, which then is {@link #hash}; false if the call does not carry
   * it, so that the hash is the one of all such calls.
   */
  public boolean find(KeySource source) {
    hash.start();
    boolean present = source.addTo(hash, this);
    hash.finish();
    return present;
  }

  /** The key that was worked out last; reused for the next one. */
  public KeyHash hash() {
    return hash;
  }

  /** The key of this call, be it present or not. */
  public KeyHash hashOf(KeySource source) {
    find(source);
    return hash;
  }

  /** True if the server knows the client's address; {@link #address} then is it, in full. */
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
