// Parsed fonts, kept from one document to the next: reading the tables of a font takes longer than setting a short note in it.

import { create, type Font } from 'fontkit';

/** What the library's types leave out: the tables of the file that were read so far, by their names. Only here is it touched. */
interface Inside {
  readonly _tables?: object;
}

interface KeptFont {
  readonly bytes: Buffer;
  readonly tables: object;
}

/**
 * The library's fonts remember for which text their glyphs were used first, and what they shaped last. So each document gets fonts of its
 * own, which share with those of other documents only what stands in the file. The library does the same for variations of a font.
 */
export class KeptFonts {
  readonly #read: (path: string) => Buffer;
  readonly #maxBytes: number;
  /** The one that was used longest ago comes first. */
  readonly #kept = new Map<string, KeptFont>();
  #bytes = 0;

  /**
   * `read` gives a file; of files of more than `maxBytes` in all, those that were used longest ago are dropped. Parsed, a font takes
   * about twice its file.
   */
  constructor(read: (path: string) => Buffer, maxBytes: number) {
    this.#read = read;
    this.#maxBytes = maxBytes;
  }

  /** How many bytes the files of the fonts that are kept have. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A font for one document. Throws `TypeError` where the library no longer keeps tables where this looks for them. */
  open(path: string): Font {
    const kept = this.#kept.get(path);
    const bytes = kept?.bytes ?? this.#read(path);
    const font = create(bytes) as Font & Inside;
    const { _tables: own } = font;
    if (typeof own !== 'object') throw new TypeError('The tables of a font are not where they were');
    if (kept === undefined) this.#bytes += bytes.byteLength;
    else Object.assign(font, { _tables: kept.tables });
    this.#kept.delete(path);
    this.#kept.set(path, { bytes, tables: kept?.tables ?? own });
    this.#dropOldest();
    return font;
  }

  #dropOldest(): void {
    for (const [path, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(path);
      this.#bytes -= bytes.byteLength;
    }
  }
}
