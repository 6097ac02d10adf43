/** A small web application as many are: Tomcat inside, a few servlets and filters, two contexts. */
package demo.tomcat;
