/** A small web application with an embedded Tomcat, servlets, filters and two contexts. */
package demo.tomcat;
