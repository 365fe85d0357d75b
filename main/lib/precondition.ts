/** What a caller demands of the version before a record is changed; made from `If-Match` in http/precondition.ts. */
export interface Precondition {
  /** Throws `version_mismatch` with the current version unless this one is allowed. */
  check(version: number): void;
}
