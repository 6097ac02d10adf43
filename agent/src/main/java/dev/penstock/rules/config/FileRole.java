package dev.penstock.rules.config;

/** The purpose for which a rules file is parsed. */
enum FileRole {
  /** It becomes active. */
  ACTIVE,

  /** It becomes active, and is compared with a candidate that the agent option or command names. */
  ACTIVE_WITH_CANDIDATE,

  /** It is the candidate that the active file is compared with. */
  CANDIDATE
}
