// What a chat request comes to: plain text, JSON that a grammar forces, calls that the model may make, or one that it must.

import type { ChatModelFunctions, GbnfJsonSchema, Llama, LlamaGrammar } from 'node-llama-cpp';
import { badField } from './api-error.ts';
import type { Engine } from './engine.ts';
import { functionsOf } from './history.ts';
import { grammarSchema } from './json-schema.ts';
import type { ChatBody, OfferedTool } from './requests.ts';
import { SchemaBudget } from './schema-budget.ts';

export type Plan =
  | { readonly kind: 'text' }
  | { readonly kind: 'json'; readonly grammar: LlamaGrammar }
  | { readonly kind: 'tools'; readonly functions: ChatModelFunctions; readonly parallel: boolean }
  /** The reply is `{ name, arguments }`, of one of the tools; `instruction` tells the model of them. */
  | { readonly kind: 'forced'; readonly grammar: LlamaGrammar; readonly instruction: string };

async function grammarOf(engine: Engine, schema: GbnfJsonSchema, param: string): Promise<LlamaGrammar> {
  try {
    return await engine.llama.createGrammarForJsonSchema(schema as Parameters<Llama['createGrammarForJsonSchema']>[0]);
  } catch {
    // The message of the library names its own internals.
    throw badField(param, 'is a schema that no grammar can be made of');
  }
}

async function forced(engine: Engine, tools: readonly OfferedTool[]): Promise<Plan> {
  const budget = new SchemaBudget();
  const choices = tools.map(({ function: { name, parameters } }, index): GbnfJsonSchema => ({
    type: 'object',
    properties: {
      name: { const: name },
      arguments: grammarSchema(parameters ?? { type: 'object', additionalProperties: false }, {
        param: `tools.${index}.function.parameters`,
        strict: false,
        budget,
      }),
    },
  }));
  const [only, ...others] = choices;
  const grammar = await grammarOf(engine, only !== undefined && others.length === 0 ? only : { oneOf: choices }, 'tools');
  const described = tools
    .map(({ function: { name, description, parameters } }) => JSON.stringify({ name, description, parameters }))
    .join('\n');
  return {
    kind: 'forced',
    grammar,
    instruction:
      'Answer with a call of one of these functions, as JSON of the form {"name": …, "arguments": …} and nothing else:\n' + described,
  };
}

/** Decides it. Throws an `ApiError` for what cannot be done. */
export async function planOf(engine: Engine, body: ChatBody): Promise<Plan> {
  const { response_format: format, tool_choice: choice } = body;
  const tools = choice === 'none' ? [] : (body.tools ?? []);
  if (typeof choice === 'object' && choice !== null) {
    const named = tools.filter((tool) => tool.function.name === choice.function.name);
    if (named.length === 0) throw badField('tool_choice', 'names a function that is not among the tools');
    return forced(engine, named);
  }
  if (choice === 'required') {
    if (tools.length === 0) throw badField('tool_choice', 'is required, and there are no tools');
    return forced(engine, tools);
  }
  if (format?.type === 'json_schema' || format?.type === 'json_object') {
    if (tools.length > 0) throw badField('response_format', 'cannot be met together with tools');
    const [schema, param] =
      format.type === 'json_object'
        ? [{ type: 'object', additionalProperties: true } as GbnfJsonSchema, 'response_format']
        : [
            grammarSchema(format.json_schema.schema ?? {}, {
              param: 'response_format.json_schema.schema',
              strict: format.json_schema.strict === true,
            }),
            'response_format.json_schema.schema',
          ];
    return { kind: 'json', grammar: await grammarOf(engine, schema, param) };
  }
  if (tools.length > 0) return { kind: 'tools', functions: functionsOf(tools), parallel: body.parallel_tool_calls !== false };
  return { kind: 'text' };
}
