// How large the schemas of one request may be. A grammar is made of them in one go, and no request is answered meanwhile.

const maxCharacters = 64 * 1024;
const maxNodes = 2_000;
const maxValues = 1_000;

/** Each method counts something and gives what is wrong when that was too much, else null. */
export class SchemaBudget {
  #characters = 0;
  #nodes = 0;
  #values = 0;

  /** A whole schema, as it was sent. */
  text(schema: unknown): string | null {
    this.#characters += (JSON.stringify(schema) as string | undefined)?.length ?? 0;
    return this.#characters > maxCharacters ? `is too large: schemas can have ${maxCharacters} characters in all` : null;
  }

  /** A schema within a schema. */
  node(): string | null {
    this.#nodes += 1;
    return this.#nodes > maxNodes ? `is too large: schemas can have ${maxNodes} parts in all` : null;
  }

  /** The values of an enum. */
  values(count: number): string | null {
    this.#values += count;
    return this.#values > maxValues ? `is too large: enums can have ${maxValues} values in all` : null;
  }

  /**
   * What a converted schema and its definitions can begin with, each choice and reference followed: the grammar's parser looks
   * at them one by one, and a few definitions that name each other twice come to millions.
   */
  choices(schema: unknown, definitions: Readonly<Record<string, unknown>>): string | null {
    const known = new Map<string, number>();
    const count = (node: unknown): number => {
      const { oneOf, $ref } = node as { readonly oneOf?: readonly unknown[]; readonly $ref?: string };
      if (oneOf !== undefined) return oneOf.reduce<number>((sum, choice) => sum + count(choice), 0);
      if ($ref === undefined) return 1;
      const name = $ref.slice('#/$defs/'.length);
      let found = known.get(name);
      if (found === undefined) {
        // For a definition that begins with itself; what is made of that is refused later.
        known.set(name, 1);
        found = 1 + count(definitions[name]);
        known.set(name, found);
      }
      return found;
    };
    return [schema, ...Object.values(definitions)].some((node) => count(node) > maxNodes)
      ? 'is too large: its choices refer to too many others'
      : null;
  }
}
