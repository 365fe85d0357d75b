import { describe, expect, test } from 'vitest';
import { grammarSchema } from '../../../main/features/ai/server/json-schema.ts';
import { SchemaBudget } from '../../../main/features/ai/server/schema-budget.ts';

const convert = (schema: unknown, strict = false): unknown => grammarSchema(schema, { param: 'schema', strict });
const anything = expect.objectContaining({ oneOf: expect.any(Array) as unknown }) as unknown;

describe('grammarSchema', () => {
  test.each<[string, unknown, unknown]>([
    [
      'an object',
      { type: 'object', properties: { a: { type: 'string' } }, required: [] },
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    ],
    ['an object of anything', { type: 'object' }, { type: 'object', properties: {}, additionalProperties: true }],
    ['properties without a type', { properties: {} }, { type: 'object', properties: {}, additionalProperties: true }],
    [
      'further properties of a kind',
      { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 2 },
      { type: 'object', properties: {}, additionalProperties: { type: 'integer' }, maxProperties: 2 },
    ],
    [
      'a list',
      { type: 'array', items: { const: 1 }, minItems: 1, maxItems: 3 },
      { type: 'array', items: { const: 1 }, minItems: 1, maxItems: 3 },
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'null' }], items: false },
      { type: 'array', prefixItems: [{ type: 'null' }], maxItems: 1 },
    ],
    ['a type that is named twice', { type: ['null', 'null'] }, { oneOf: [{ type: 'null' }] }],
    ['several types', { type: ['string', 'null'] }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'an object or null',
      { type: ['object', 'null'], properties: { a: true } },
      { oneOf: [{ type: 'object', properties: { a: anything }, additionalProperties: false }, { type: 'null' }] },
    ],
    ['anyOf', { anyOf: [{ type: 'boolean' }, { enum: ['a', 1, null] }] }, { oneOf: [{ type: 'boolean' }, { enum: ['a', 1, null] }] }],
    ['allOf of one', { allOf: [{ type: 'number' }] }, { type: 'number' }],
    ['a text of some length', { type: 'string', minLength: 1, maxLength: 5, pattern: 'x' }, { type: 'string', minLength: 1, maxLength: 5 }],
    ['a date', { type: 'string', format: 'date' }, { type: 'string', format: 'date' }],
    ['a format that is no grammar', { type: 'string', format: 'email' }, { type: 'string' }],
    ['anything', {}, anything],
    [
      'definitions of either name',
      { definitions: { a: { type: 'null' } }, $ref: '#/definitions/a' },
      { $ref: '#/$defs/a', $defs: { a: { type: 'null' } } },
    ],
  ])('%s', (_, schema, result) => {
    expect(convert(schema)).toEqual(result);
  });

  test('a schema that refers to itself', () => {
    const result = convert({ type: 'object', properties: { child: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } }) as {
      $defs: Record<string, unknown>;
    };
    expect(result).toMatchObject({ properties: { child: { oneOf: [{ $ref: '#/$defs/__root' }, { type: 'null' }] } } });
    expect(result.$defs['__root']).toMatchObject({ type: 'object' });
  });

  test.each<[string, unknown]>([
    ['text', 'x'],
    ['a list', []],
    ['not', { not: {} }],
    ['if', { if: {}, else: {} }],
    ['patternProperties', { type: 'object', patternProperties: {} }],
    ['two in allOf', { allOf: [{}, {}] }],
    ['a constant object', { const: {} }],
    ['an enum of objects', { enum: [{}] }],
    ['an empty enum', { enum: [] }],
    ['a type that is not known', { type: 'date' }],
    ['a definition that is not there', { $ref: '#/$defs/x' }],
    ['a definition elsewhere', { $ref: 'https://example.com/schema' }],
    ['types in a type', { type: [['null']] }],
    ['something that is no schema', { type: 'object', properties: { a: 1 } }],
  ])('refuses %s, naming the field', (_, schema) => {
    expect(() => convert(schema)).toThrow(expect.objectContaining({ status: 400, param: 'schema' }) as Error);
  });

  test.each(['pattern', 'minimum', 'uniqueItems'])('refuses %s when it is to be strict', (name) => {
    expect(() => convert({ type: 'string', [name]: 1 })).not.toThrow();
    expect(() => convert({ type: 'string', [name]: 1 }, true)).toThrow(name);
  });

  const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  const nested = (depth: number, wrap: (inner: object) => object): object =>
    many(depth).reduce<object>((inner) => wrap(inner), { type: 'string' });
  /** Definitions that each name the one before twice. */
  const doubling = (depth: number): object => ({
    $ref: `#/$defs/a${depth}`,
    $defs: Object.fromEntries([
      ['a0', { type: 'null' }],
      ...many(depth).map((index) => [`a${index + 1}`, { anyOf: [{ $ref: `#/$defs/a${index}` }, { $ref: `#/$defs/a${index}` }] }]),
    ]) as object,
  });

  test.each<[string, object, object]>([
    ['many values', { enum: many(1_000) }, { enum: many(1_001) }],
    [
      'many parts',
      { type: 'array', prefixItems: many(1_999).map(() => true) },
      { type: 'array', prefixItems: many(2_000).map(() => true) },
    ],
    ['many choices', nested(6, (inner) => ({ anyOf: [inner, inner, inner] })), nested(7, (inner) => ({ anyOf: [inner, inner, inner] }))],
    ['long texts', { enum: ['x'.repeat(65_000)] }, { enum: ['x'.repeat(66_000)] }],
    ['definitions that refer to each other', doubling(9), doubling(30)],
  ])('takes a schema of %s, and refuses one of more', (_, schema, larger) => {
    expect(() => convert(schema)).not.toThrow();
    expect(() => convert(larger)).toThrow(
      expect.objectContaining({ status: 400, param: 'schema', message: expect.stringContaining('too large') as unknown }) as Error,
    );
  });

  test('counts the schemas of one request together', () => {
    const budget = new SchemaBudget();
    const one = (): unknown => grammarSchema({ enum: many(600) }, { param: 'schema', strict: false, budget });
    one();
    expect(one).toThrow('1000 values in all');
  });

  test('refuses a schema of endless depth', () => {
    let schema: object = {};
    for (let depth = 0; depth < 200; depth += 1) schema = { type: 'array', items: schema };
    expect(() => convert(schema)).toThrow('too deep');
  });
});
