/** A small site for all servlet containers, which uses only the servlet API. */
package testapp.servlet;
