// Server-Sent Events as the HTML standard writes them: lines that end with CR, LF or both, and events that end with an empty line.

const lineFeed = 10;
const carriageReturn = 13;

/** Cuts a stream after each event. */
export class EventSplitter {
  #held: Uint8Array[] = [];
  #isBlank = true;
  #afterReturn = false;
  /** Bytes of the event that has begun and not ended. */
  size = 0;

  /** The events that this chunk completes, byte for byte. */
  take(chunk: Uint8Array): Buffer[] {
    const events: Buffer[] = [];
    let from = 0;
    const cut = (to: number): void => {
      events.push(Buffer.concat([...this.#held, chunk.subarray(from, to)]));
      this.#held = [];
      this.size = 0;
      from = to;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === lineFeed && this.#afterReturn) {
        this.#afterReturn = false;
        // The second half of an end that has been passed on already: it follows at once.
        if (from === at && this.#held.length === 0) cut(at + 1);
        continue;
      }
      this.#afterReturn = byte === carriageReturn;
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#isBlank = false;
      } else if (this.#isBlank) cut(at + 1);
      else this.#isBlank = true;
    }
    if (from < chunk.length) {
      this.#held.push(chunk.subarray(from));
      this.size += chunk.length - from;
    }
    return events;
  }

  /** What has come after the last event. */
  rest(): Buffer {
    const rest = Buffer.concat(this.#held);
    this.#held = [];
    this.size = 0;
    return rest;
  }
}

/** The lines of an event: what its `data` says, null if it has none, and the others. */
export function readEvent(text: string): { readonly data: string | null; readonly others: readonly string[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/).filter((line) => line !== '');
  const isData = (line: string): boolean => line === 'data' || line.startsWith('data:');
  const data = lines.filter(isData).map((line) => line.slice('data:'.length).replace(/^ /, ''));
  return { data: data.length === 0 ? null : data.join('\n'), others: lines.filter((line) => !isData(line)) };
}
