/** An answer whose body comes bit by bit, such as one that is passed on from another server. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Read no faster than the caller takes it in, and closed early if the caller leaves. */
  readonly body: AsyncIterable<Uint8Array>;
}
