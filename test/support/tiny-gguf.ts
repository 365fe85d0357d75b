// Writes a complete language model of about two megabytes, so that tests can run the real thing.
// It answers by a table: each token's embedding is a unit vector, the blocks add nothing, and the output matrix says which
// token follows which. At temperature 0 its replies are exact.

import { writeFileSync } from 'node:fs';

export interface TinyModel {
  /** What the model says after `<|assistant|>` or any character, piece by piece; each different piece becomes a token. */
  readonly reply?: readonly string[];
  /** Begins anew instead of ending: only a limit or an abort ends such a reply. */
  readonly endless?: boolean;
  readonly contextLength?: number;
  /** In the place of `llama`. */
  readonly architecture?: string;
  readonly ggufVersion?: number;
  /** Blocks, and the width of their inner layer; more of them take longer to compute and change nothing. */
  readonly blocks?: number;
  readonly innerWidth?: number;
  /**
   * Null for none: the library then takes a format of its own, and need not compare the template with all that it knows, which is a third of
   * the processor time of a start. For tests that start many and in which no prompt is looked at.
   */
  readonly chatTemplate?: string | null;
  /** Says that it is the first of that many files. */
  readonly splitCount?: number;
}

export const tinyReply = ['Hello', ' from', ' the', ' tiny', ' model', '.'] as const;

const defaultTemplate =
  "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

const typeCodes = { u16: 2, u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const alignment = 32;
const headWidth = 32;

type Entry = readonly [key: string, type: 'u16' | 'u32' | 'f32' | 'bool' | 'string' | 'string[]' | 'f32[]' | 'i32[]', value: unknown];

class Bytes {
  readonly #parts: Buffer[] = [];
  length = 0;

  push(part: Buffer): void {
    this.#parts.push(part);
    this.length += part.length;
  }

  number(type: 'u16' | 'u32' | 'i32' | 'f32' | 'u64', value: number): void {
    const part = Buffer.alloc(type === 'u64' ? 8 : type === 'u16' ? 2 : 4);
    if (type === 'u16') part.writeUInt16LE(value);
    else if (type === 'u64') part.writeBigUInt64LE(BigInt(value));
    else if (type === 'f32') part.writeFloatLE(value);
    else if (type === 'i32') part.writeInt32LE(value);
    else part.writeUInt32LE(value);
    this.push(part);
  }

  text(value: string): void {
    const part = Buffer.from(value);
    this.number('u64', part.length);
    this.push(part);
  }

  value(type: string, value: unknown): void {
    if (type === 'string') this.text(String(value));
    else if (type === 'bool') this.push(Buffer.from([value === true ? 1 : 0]));
    else this.number(type as 'u16' | 'u32' | 'i32' | 'f32', Number(value));
  }

  entry([key, type, value]: Entry): void {
    this.text(key);
    if (!Array.isArray(value)) {
      this.number('u32', typeCodes[type as 'u32']);
      this.value(type, value);
      return;
    }
    const element = type.slice(0, -2) as 'string' | 'f32' | 'i32';
    this.number('u32', typeCodes.array);
    this.number('u32', typeCodes[element]);
    this.number('u64', value.length);
    for (const item of value) this.value(element, item);
  }

  pad(): void {
    this.push(Buffer.alloc((alignment - (this.length % alignment)) % alignment));
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** The kinds of tokens in a vocabulary. */
const kinds = { unknown: 2, control: 3, plain: 1, byte: 6 } as const;

class Vocabulary {
  readonly tokens: string[] = [];
  readonly scores: number[] = [];
  readonly types: number[] = [];

  /** The token's number; a text that is there already keeps its own. */
  add(text: string, score: number, kind: keyof typeof kinds): number {
    const stored = kind === 'plain' ? text.replaceAll(' ', '\u2581') : text;
    const known = this.tokens.indexOf(stored);
    if (known >= 0) return known;
    this.scores.push(score);
    this.types.push(kinds[kind]);
    return this.tokens.push(stored) - 1;
  }
}

function tinyVocabulary(reply: readonly string[]) {
  const vocabulary = new Vocabulary();
  const unknown = vocabulary.add('<unk>', 0, 'unknown');
  const begin = vocabulary.add('<s>', 0, 'control');
  const end = vocabulary.add('</s>', 0, 'control');
  for (let byte = 0; byte < 256; byte += 1) vocabulary.add(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 0, 'byte');
  for (const role of ['system', 'user', 'tool']) vocabulary.add(`<|${role}|>`, 0, 'control');
  const assistant = vocabulary.add('<|assistant|>', 0, 'control');
  const endOfTurn = vocabulary.add('<|end|>', 0, 'control');
  const script = reply.map((piece, index) => vocabulary.add(piece, -10 - index, 'plain'));
  for (let code = 32; code < 127; code += 1) vocabulary.add(String.fromCharCode(code), -1000 - code, 'plain');
  return { vocabulary, unknown, begin, end, assistant, endOfTurn, script };
}

interface Tensor {
  readonly name: string;
  /** Fastest first. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** The file's bytes. */
export function tinyGguf(model: TinyModel = {}): Buffer {
  const {
    reply = tinyReply,
    endless = false,
    contextLength = 2048,
    architecture = 'llama',
    ggufVersion = 3,
    blocks = 1,
    innerWidth = 32,
    chatTemplate = defaultTemplate,
    splitCount,
  } = model;
  const { vocabulary, unknown, begin, end, endOfTurn, assistant, script } = tinyVocabulary(reply);
  const [first = endOfTurn] = script;
  const size = vocabulary.tokens.length;
  const heads = Math.ceil(size / headWidth);
  const width = heads * headWidth;
  const next = new Map([[assistant, first]]);
  for (const [index, token] of script.entries()) next.set(token, script[index + 1] ?? (endless ? first : endOfTurn));

  const tensors: Tensor[] = [];
  const tensor = (name: string, shape: readonly number[], fill?: (data: Float32Array) => void): void => {
    const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
    fill?.(data);
    tensors.push({ name: `${name}.weight`, shape, data });
  };
  const ones = (data: Float32Array): void => {
    data.fill(1);
  };
  tensor('token_embd', [width, size], (data) => {
    for (let token = 0; token < size; token += 1) data[token * width + token] = 1;
  });
  for (let block = 0; block < blocks; block += 1) {
    const part = (name: string): string => `blk.${block}.${name}`;
    tensor(part('attn_norm'), [width], ones);
    tensor(part('attn_q'), [width, width]);
    tensor(part('attn_k'), [width, headWidth]);
    tensor(part('attn_v'), [width, headWidth]);
    tensor(part('attn_output'), [width, width]);
    tensor(part('ffn_norm'), [width], ones);
    tensor(part('ffn_gate'), [width, innerWidth]);
    tensor(part('ffn_up'), [width, innerWidth]);
    tensor(part('ffn_down'), [innerWidth, width]);
  }
  tensor('output_norm', [width], ones);
  tensor('output', [width, size], (data) => {
    for (let token = 0; token < size; token += 1) data[(next.get(token) ?? first) * width + token] = 1;
  });

  const own = (name: string): string => `${architecture}.${name}`;
  return file(ggufVersion, tensors, [
    ['general.architecture', 'string', architecture],
    ['general.name', 'string', 'tiny'],
    ['general.alignment', 'u32', alignment],
    ['general.file_type', 'u32', 0],
    ['general.quantization_version', 'u32', 2],
    [own('vocab_size'), 'u32', size],
    [own('context_length'), 'u32', contextLength],
    [own('embedding_length'), 'u32', width],
    [own('block_count'), 'u32', blocks],
    [own('feed_forward_length'), 'u32', innerWidth],
    [own('attention.head_count'), 'u32', heads],
    [own('attention.head_count_kv'), 'u32', 1],
    [own('attention.layer_norm_rms_epsilon'), 'f32', 1e-5],
    [own('rope.dimension_count'), 'u32', headWidth],
    [own('rope.freq_base'), 'f32', 10_000],
    ['tokenizer.ggml.model', 'string', 'llama'],
    ['tokenizer.ggml.pre', 'string', 'default'],
    ['tokenizer.ggml.tokens', 'string[]', vocabulary.tokens],
    ['tokenizer.ggml.scores', 'f32[]', vocabulary.scores],
    ['tokenizer.ggml.token_type', 'i32[]', vocabulary.types],
    ['tokenizer.ggml.bos_token_id', 'u32', begin],
    ['tokenizer.ggml.eos_token_id', 'u32', end],
    ['tokenizer.ggml.eot_token_id', 'u32', endOfTurn],
    ['tokenizer.ggml.unknown_token_id', 'u32', unknown],
    ['tokenizer.ggml.add_bos_token', 'bool', true],
    ['tokenizer.ggml.add_eos_token', 'bool', false],
    ['tokenizer.ggml.add_space_prefix', 'bool', false],
    ...(chatTemplate === null ? [] : [['tokenizer.chat_template', 'string', chatTemplate] as const]),
    ...(splitCount === undefined ? [] : [['split.count', 'u16', splitCount] as const]),
  ]);
}

function file(version: number, tensors: readonly Tensor[], entries: readonly Entry[]): Buffer {
  const out = new Bytes();
  out.push(Buffer.from('GGUF'));
  out.number('u32', version);
  out.number('u64', tensors.length);
  out.number('u64', entries.length);
  for (const entry of entries) out.entry(entry);
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    out.text(name);
    out.number('u32', shape.length);
    for (const length of shape) out.number('u64', length);
    // 0 is F32.
    out.number('u32', 0);
    out.number('u64', offset);
    offset += Math.ceil(data.byteLength / alignment) * alignment;
  }
  for (const { data } of tensors) {
    out.pad();
    out.push(Buffer.from(data.buffer));
  }
  out.pad();
  return out.bytes();
}

/** Writes such a file and gives its path. */
export function writeTinyGguf(path: string, model?: TinyModel): string {
  writeFileSync(path, tinyGguf(model));
  return path;
}
