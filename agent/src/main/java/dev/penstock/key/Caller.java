package dev.penstock.key;

import dev.penstock.call.Call;
import java.util.List;

/** One call as seen by key sources, with room for their sums; reused from call to call. */
public final class Caller {
  private final KeyHash hash;
  private final PathVariables pathVariables = new PathVariables();
  private final IpAddress address = new IpAddress();
  private final IpAddress spare = new IpAddress();
  private Call call = NoCall.INSTANCE;
  private ClientAddress clientAddress = ClientAddress.DIRECT;
  private boolean addressLookedUp;
  private boolean addressKnown;
  private boolean keyPresent;

  public Caller(KeyHash secret) {
    hash = new KeyHash(secret);
  }

  /** Turns to another call. */
  public void start(Call newCall, ClientAddress newClientAddress) {
    call = newCall;
    clientAddress = newClientAddress;
    addressLookedUp = false;
  }

  /** Lets go of the call, so that nothing of the application stays reachable from here. */
  public void end() {
    call = NoCall.INSTANCE;
    pathVariables.start(List.of(), "/");
  }

  public Call call() {
    return call;
  }

  /** The variables of the pattern that matched. */
  public PathVariables pathVariables() {
    return pathVariables;
  }

  /** Works out the key of this call; the hash is reused for the next one. */
  public KeyHash hashOf(KeySource source) {
    hash.start();
    keyPresent = source.addTo(hash, this);
    hash.finish();
    return hash;
  }

  /** True if the call carries the key that was worked out last. */
  public boolean keyIsPresent() {
    return keyPresent;
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
