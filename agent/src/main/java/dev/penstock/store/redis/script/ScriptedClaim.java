package dev.penstock.store.redis.script;

/**
 * One claim in the arguments of a script.
 *
 * @param cost the units to charge
 * @param total the units that have to fit: the cost, and those of earlier claims to the same key
 * @param approxMicros the approximate time of the server
 */
record ScriptedClaim(long cost, long total, long approxMicros, InstanceId instance) {}
