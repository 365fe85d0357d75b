/** A file that came with a request. It lies at `path` until the request is over: code that keeps it moves it away before. */
export interface UploadedFile {
  /** The form's field that it came in. */
  readonly field: string;
  /** As it was sent: a label, never a path. 1–255 characters, none of them a control character. */
  readonly filename: string;
  /** Absolute. */
  readonly path: string;
  /** Bytes; at least 1. */
  readonly size: number;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
}
