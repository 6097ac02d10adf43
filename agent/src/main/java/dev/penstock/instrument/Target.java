package dev.penstock.instrument;

/**
 * A method of other people's classes to weave, and what to weave into it.
 *
 * @param type what classes with the method are a kind of; to find those that are loaded already
 * @param method its name
 * @param descriptor its parameters and result, as in a class file
 * @param advice the class to weave in, by name so that it is never loaded
 */
public record Target(String type, String method, String descriptor, String advice) {}
