/** Which requests a rule applies to: methods, paths, hosts, headers and parameters. */
@NullMarked
package dev.penstock.rules.match;

import org.jspecify.annotations.NullMarked;
