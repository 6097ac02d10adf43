package dev.penstock.rules.config;

/** What a file is read for. */
enum FileRole {
  /** To be put in force. */
  IN_FORCE,

  /** To be put in force beside a candidate that somebody else has named. */
  BESIDE_ANOTHER,

  /** To be what the file in force is compared with. */
  CANDIDATE
}
