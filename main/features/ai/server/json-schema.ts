// From JSON Schema, as callers send it, to the part of it that the model's grammars know.

import type { GbnfJsonSchema } from 'node-llama-cpp';
import { badField } from './api-error.ts';
import { SchemaBudget } from './schema-budget.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What would let through values that the schema forbids. */
const structure = [
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  'contains',
  '$dynamicRef',
];
/** What narrows single values; a grammar cannot see to it. */
const narrowing = ['pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems'];
const formats = new Set(['date-time', 'time', 'date']);
const plainTypes = new Set(['number', 'integer', 'boolean', 'null']);
const rootName = '__root';
const deepest = 100;

const anything = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'object', additionalProperties: true },
    { type: 'array' },
  ],
};

interface SchemaOptions {
  /** The field that holds it, for messages. */
  readonly param: string;
  /** Refuse also what would be left to the model's good will, such as `pattern`. */
  readonly strict: boolean;
  /** Of the request; one of its own when absent. */
  readonly budget?: SchemaBudget;
}

/** The schema for a grammar. All its `properties` come to be required. Throws an `ApiError` naming what cannot be kept to. */
export function grammarSchema(schema: unknown, options: SchemaOptions): GbnfJsonSchema {
  return new Conversion(schema, options).result as GbnfJsonSchema;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Conversion {
  readonly result: unknown;
  readonly #options: SchemaOptions;
  readonly #budget: SchemaBudget;
  readonly #definitions: Schema;
  #refersToRoot = false;

  constructor(schema: unknown, options: SchemaOptions) {
    this.#options = options;
    this.#budget = options.budget ?? new SchemaBudget();
    this.#spend(this.#budget.text(schema));
    const root = isSchema(schema) ? schema : this.#refuse('must be a JSON Schema');
    this.#definitions = { ...(root['definitions'] as object | undefined), ...(root['$defs'] as object | undefined) };
    const converted = this.#convert(root, 0) as Schema;
    const definitions = Object.entries(this.#definitions).map(([name, definition]) => [name, this.#convert(definition, 1)] as const);
    const $defs = Object.fromEntries([...definitions, ...(this.#refersToRoot ? [[rootName, converted] as const] : [])]);
    this.#spend(this.#budget.choices(converted, $defs));
    this.result = Object.keys($defs).length === 0 ? converted : { ...converted, $defs };
  }

  #refuse(message: string): never {
    throw badField(this.#options.param, message);
  }

  /** Refuses with this complaint, if there is one. */
  #spend(complaint: string | null): void {
    if (complaint !== null) this.#refuse(complaint);
  }

  #convert(value: unknown, depth: number): unknown {
    if (depth > deepest) return this.#refuse('is too deep');
    this.#spend(this.#budget.node());
    if (value === true) return anything;
    const node = isSchema(value) ? value : this.#refuse('holds something that is no schema');
    const forbidden = [...structure, ...(this.#options.strict ? narrowing : [])].find((name) => node[name] !== undefined);
    if (forbidden !== undefined) return this.#refuse(`uses ${forbidden}, which cannot be kept to`);
    if (node['$ref'] !== undefined) return this.#reference(node['$ref']);
    if (node['allOf'] !== undefined) {
      const [only, ...more] = this.#list(node['allOf'], 'an allOf');
      return more.length > 0 || node['properties'] !== undefined
        ? this.#refuse('uses allOf, which cannot be kept to')
        : this.#convert(only, depth + 1);
    }
    const choices = node['anyOf'] ?? node['oneOf'];
    if (choices !== undefined) return { oneOf: this.#list(choices, 'choices').map((choice) => this.#convert(choice, depth + 1)) };
    if (node['const'] !== undefined) return { const: this.#literal(node['const']) };
    if (node['enum'] !== undefined) return { enum: this.#enumeration(this.#list(node['enum'], 'an enum')) };
    return this.#typed(node, depth);
  }

  #typed(node: Schema, depth: number): unknown {
    const { type } = node;
    const description = typeof node['description'] === 'string' ? { description: node['description'] } : {};
    if (Array.isArray(type))
      return {
        oneOf: [...new Set(this.#list(type, 'a type'))].map((one) =>
          Array.isArray(one) ? this.#refuse('holds a type that is no name') : this.#typed({ ...node, type: one }, depth),
        ),
      };
    if (type === 'object' || (type === undefined && node['properties'] !== undefined))
      return { ...description, ...this.#object(node, depth) };
    if (type === 'array' || (type === undefined && node['items'] !== undefined)) return { ...description, ...this.#array(node, depth) };
    if (type === undefined) return anything;
    if (type === 'string')
      return {
        type,
        ...description,
        ...(formats.has(String(node['format'])) ? { format: node['format'] } : present(node, ['minLength', 'maxLength'])),
      };
    if (typeof type === 'string' && plainTypes.has(type)) return { type, ...description };
    return this.#refuse(`holds the type ${JSON.stringify(type)}, which is not known`);
  }

  #object(node: Schema, depth: number): object {
    const properties = Object.entries((node['properties'] ?? {}) as Schema).map(
      ([name, property]) => [name, this.#convert(property, depth + 1)] as const,
    );
    const further = node['additionalProperties'] ?? properties.length === 0;
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: typeof further === 'boolean' ? further : this.#convert(further, depth + 1),
      ...(further === false ? {} : present(node, ['minProperties', 'maxProperties'])),
    };
  }

  #array(node: Schema, depth: number): object {
    const { items } = node;
    const first = node['prefixItems'] === undefined ? null : this.#list(node['prefixItems'], 'a prefixItems');
    return {
      type: 'array',
      ...(items === undefined || items === false ? {} : { items: this.#convert(items, depth + 1) }),
      ...(first === null ? {} : { prefixItems: first.map((item) => this.#convert(item, depth + 1)) }),
      ...(items === false ? { maxItems: first?.length ?? 0 } : {}),
      ...present(node, ['minItems', 'maxItems']),
    };
  }

  #reference(ref: unknown): unknown {
    if (ref === '#') {
      this.#refersToRoot = true;
      return { $ref: `#/$defs/${rootName}` };
    }
    const name = typeof ref === 'string' ? /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(ref)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(this.#definitions, name))
      return this.#refuse(`refers to ${JSON.stringify(ref)}, which is not among its $defs`);
    return { $ref: `#/$defs/${name}` };
  }

  #enumeration(values: readonly unknown[]): unknown[] {
    this.#spend(this.#budget.values(values.length));
    return values.map((value) => this.#literal(value));
  }

  #literal(value: unknown): unknown {
    return typeof value === 'object' && value !== null
      ? this.#refuse('holds a const or enum of an object or array, which cannot be kept to')
      : value;
  }

  #list(value: unknown, what: string): readonly unknown[] {
    return Array.isArray(value) && value.length > 0 ? (value as unknown[]) : this.#refuse(`holds ${what} that is no list`);
  }
}

/** The numbers of these names that the schema has. */
function present(node: Schema, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (typeof node[name] === 'number' ? [[name, node[name]]] : [])));
}
