package dev.penstock.store.redis.script;

/**
 * What is claimed, when and by whom.
 *
 * @param cost what is charged
 * @param total what has to fit: the cost, and those of earlier claims to the same key
 * @param aroundMicros about what time it is
 */
record ScriptedClaim(long cost, long total, long aroundMicros, InstanceId member) {}
