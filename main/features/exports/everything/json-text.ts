// JSON that is written piece by piece: one record a line, and never the whole in memory.

/** `{ "<name>": …, … }` of parts that are written in turn. */
export function* objectText(parts: Readonly<Record<string, Iterable<string>>>): Generator<string> {
  let isFirst = true;
  yield '{';
  for (const [name, text] of Object.entries(parts)) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(name)}: `;
    yield* text;
    isFirst = false;
  }
  yield '\n}\n';
}

/** A list of values, each on a line. */
export function* listText(values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  yield '[';
  for (const value of values) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(value)}`;
    isFirst = false;
  }
  yield isFirst ? ']' : '\n]';
}

/** A list of records, each on a line and with a list of its own under `name`, which is written in turn. */
export function* nestedText<T>(
  records: Iterable<T>,
  head: (record: T) => object,
  name: string,
  inner: (record: T) => Iterable<string>,
): Generator<string> {
  let isFirst = true;
  yield '[';
  for (const record of records) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(head(record)).slice(0, -1)}, ${JSON.stringify(name)}: `;
    yield* inner(record);
    yield '}';
    isFirst = false;
  }
  yield ']';
}

/** A map of values by their keys, each on a line. */
export function* mapText(values: Iterable<readonly [key: string, value: unknown]>): Generator<string> {
  let isFirst = true;
  yield '{';
  for (const [key, value] of values) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    isFirst = false;
  }
  yield isFirst ? '}' : '\n}';
}
