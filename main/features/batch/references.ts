// `{{ref.field}}` in an operation: what an earlier operation has answered.

import { AppError, invalid } from '../../lib/app-error.ts';

const reference = /\{\{([A-Za-z][A-Za-z0-9_-]{0,63})\.([A-Za-z][A-Za-z0-9_]{0,63})\}\}/g;

/** What all references of a batch together may put in, in characters: as much as its body can have. */
const maxPutIn = 16 * 1024 * 1024;

/** Whether something would be put in. */
export function hasReference(text: string): boolean {
  return text.search(reference) >= 0;
}

/** The answers of a batch that have a name so far, to fill in where later operations name them. */
export class BatchReferences {
  readonly #answers = new Map<string, unknown>();
  #left = maxPutIn;

  name(ref: string, answer: unknown): void {
    this.#answers.set(ref, answer);
  }

  /**
   * A path whose references are filled in, each as one segment. Throws `validation_failed` for one that names nothing, `too_large` when
   * the references of the batch have put in too much.
   */
  fillPath(path: string): string {
    return path.replace(reference, (_, name: string, field: string) => this.#putIn(encodeURIComponent(this.#text(name, field, 'path'))));
  }

  /**
   * A body with its references filled in. A text that is nothing but a reference becomes the field itself, of whatever type. Throws as
   * `fillPath` does.
   */
  fillBody(value: unknown, path = ''): unknown {
    if (typeof value === 'string') return this.#fillText(value, path);
    const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
    if (Array.isArray(value)) return value.map((item, index) => this.fillBody(item, at(index)));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fillBody(item, at(key))]));
  }

  #fillText(text: string, path: string): unknown {
    const [first] = text.matchAll(reference);
    if (first === undefined) return text;
    const [whole, name = '', field = ''] = first;
    if (whole === text) {
      const value = this.#field(name, field, path);
      return typeof value === 'string' ? this.#putIn(value) : value;
    }
    return text.replace(reference, (_, each: string, of: string) => this.#putIn(this.#text(each, of, path)));
  }

  #text(name: string, field: string, path: string): string {
    return String(this.#field(name, field, path));
  }

  /** A reference is short, and what it stands for can be a whole note: a small body must not become one that no memory holds. */
  #putIn(text: string): string {
    this.#left -= text.length;
    if (this.#left < 0) throw new AppError('too_large', `References put in more than ${maxPutIn} characters`);
    return text;
  }

  #field(name: string, field: string, path: string): unknown {
    const answer = this.#answers.get(name);
    if (answer === undefined) throw invalid({ path, message: `names {{${name}.${field}}}, and no operation before has the ref ${name}` });
    const value: unknown =
      typeof answer === 'object' && answer !== null && Object.hasOwn(answer, field)
        ? (answer as Record<string, unknown>)[field]
        : undefined;
    if (value === undefined) throw invalid({ path, message: `names {{${name}.${field}}}, and that answer has no field ${field}` });
    return value;
  }
}
