// From OpenAI's messages to the conversation as the model's chat format knows it.

import type { ChatHistoryItem, ChatModelFunctionCall, ChatModelFunctions } from 'node-llama-cpp';
import { deepestJson, isDeeperThan, maybeJson } from '../../../lib/json.ts';
import { badField } from './api-error.ts';
import { grammarSchema } from './json-schema.ts';
import { SchemaBudget } from './schema-budget.ts';
import type { ChatMessage, OfferedTool } from './requests.ts';

/** The text of a message. Throws for parts that are no text: this server sees no pictures. */
function textOf(content: ChatMessage['content'], param: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part, index) => {
      if (part.type === 'text' && part.text !== undefined) return part.text;
      throw badField(`${param}.content.${index}`, `is of the type ${part.type}, and this model reads text alone`);
    })
    .join('');
}

/** The arguments of a call as they were sent; text that is no JSON stays text, and so does what is nested too deep. */
function parsedArguments(text: string): unknown {
  const value = maybeJson(text);
  return value === undefined || isDeeperThan(value, deepestJson) ? text : value;
}

/** The conversation, which ends with what the model is to go on with. Throws an `ApiError` for messages that do not fit together. */
export function chatHistory(messages: readonly ChatMessage[]): ChatHistoryItem[] {
  const history: ChatHistoryItem[] = [];
  const calls = new Map<string, ChatModelFunctionCall>();
  const respond = (): Extract<ChatHistoryItem, { type: 'model' }>['response'] => {
    const last = history.at(-1);
    if (last?.type === 'model') return last.response;
    const response: Extract<ChatHistoryItem, { type: 'model' }>['response'] = [];
    history.push({ type: 'model', response });
    return response;
  };
  for (const [index, message] of messages.entries()) {
    const param = `messages.${index}`;
    const text = textOf(message.content, param);
    if (message.role === 'system' || message.role === 'developer') history.push({ type: 'system', text });
    else if (message.role === 'user') history.push({ type: 'user', text });
    else if (message.role === 'assistant') {
      const response = respond();
      if (text !== '') response.push(text);
      for (const [place, { id, function: called }] of (message.tool_calls ?? []).entries()) {
        const call: ChatModelFunctionCall = {
          type: 'functionCall',
          name: called.name,
          params: parsedArguments(called.arguments),
          result: null,
          ...(place === 0 ? { startsNewChunk: true } : {}),
        };
        calls.set(id, call);
        response.push(call);
      }
    } else {
      const call = calls.get(message.tool_call_id ?? '');
      if (call === undefined) throw badField(`${param}.tool_call_id`, 'names no call of an earlier message');
      call.result = parsedArguments(text);
    }
  }
  respond();
  return history;
}

/** The functions that the model may call. */
export function functionsOf(tools: readonly OfferedTool[]): ChatModelFunctions {
  const budget = new SchemaBudget();
  return Object.fromEntries(
    tools.map(({ function: { name, description, parameters } }, index) => [
      name,
      {
        ...(description === undefined || description === null ? {} : { description }),
        ...(parameters === undefined || parameters === null
          ? {}
          : { params: grammarSchema(parameters, { param: `tools.${index}.function.parameters`, strict: false, budget }) }),
      },
    ]),
  );
}
