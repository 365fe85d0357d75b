// Sends files. By XMLHttpRequest: fetch cannot tell how much of a body has left.

export interface Upload {
  readonly files: readonly File[];
  /** Text fields beside the files. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Gets the share that has been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** Sent again with the same key, nothing is added twice. */
  readonly idempotencyKey?: string;
}

export interface UploadAnswer {
  readonly status: number;
  readonly text: string;
  /** Whether `text` is a problem document. */
  readonly problem: boolean;
}

/** The answer, whatever it says. Rejects when there is none, and with the signal's reason once it is aborted. */
export function sendFiles(
  method: string,
  url: string,
  token: string,
  { files, fields = {}, onProgress, signal, idempotencyKey }: Upload,
): Promise<UploadAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => {
      request.abort();
    };
    request.open(method, url);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Accept', 'application/json');
    if (idempotencyKey !== undefined) request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('Content-Type') ?? '';
      resolve({ status: request.status, text: request.responseText, problem: type.startsWith('application/problem+json') });
    });
    request.addEventListener('error', () => {
      reject(new Error('The upload broke off'));
    });
    request.addEventListener('abort', () => {
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Stopped', 'AbortError'));
    });
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', stop);
    });
    signal?.addEventListener('abort', stop);
    if (signal?.aborted === true) reject(new DOMException('Stopped', 'AbortError'));
    else request.send(form);
  });
}
