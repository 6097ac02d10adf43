/** One small site for every servlet container; it registers itself and knows none of them. */
package testapp.servlet;
