/** What a rule can know about a request, and how a request is answered. Imports no other room. */
@NullMarked
package dev.penstock.http;

import org.jspecify.annotations.NullMarked;
