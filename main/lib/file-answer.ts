/** A file that a handler answers with. It is always a download: a browser never shows or runs it. */
export interface FileAnswer {
  /** Where it lies, absolute, or what is in it. */
  readonly content: { readonly path: string } | Uint8Array<ArrayBuffer>;
  /** As the caller is to save it; any characters. */
  readonly filename: string;
  readonly mimeType: string;
  /** Tells contents apart; without quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly lastModified: number;
}
