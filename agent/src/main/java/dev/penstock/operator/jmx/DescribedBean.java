package dev.penstock.operator.jmx;

import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.StandardMBean;

/** An MBean with descriptions of its attributes and operations. */
abstract class DescribedBean extends StandardMBean {
  /** The parameter names by operation. */
  private static final Map<String, String[]> PARAMETERS =
      Map.of(
          "switchRule", new String[] {"rule", "mode"},
          "peek", new String[] {"rule", "key"},
          "reset", new String[] {"rule", "key"});

  private final String about;
  private final Map<String, String> descriptions;

  DescribedBean(Class<?> shown, String about, Map<String, String> descriptions) {
    super(shown, /* isMXBean= */ true);
    this.about = about;
    this.descriptions = descriptions;
  }

  @Override
  protected final String getDescription(MBeanInfo info) {
    return about;
  }

  @Override
  protected final String getDescription(MBeanAttributeInfo info) {
    return descriptions.getOrDefault(info.getName(), info.getName());
  }

  @Override
  protected final String getDescription(MBeanOperationInfo info) {
    return descriptions.getOrDefault(info.getName(), info.getName());
  }

  @Override
  protected final String getParameterName(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int at) {
    String[] names = PARAMETERS.get(operation.getName());
    return names == null ? parameter.getName() : names[at];
  }

  @Override
  protected final int getImpact(MBeanOperationInfo info) {
    return info.getName().equals("peek") ? MBeanOperationInfo.INFO : MBeanOperationInfo.ACTION;
  }
}
