// Front matter as names and values. It is not read as YAML: what a person wrote is what is shown.

import type { Block } from '../document.ts';

const entry = /^([^\s#:][^:]*):(?:[ \t]+(.*))?$/;

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/** A small table; the source as code if it is anything but names with values below each other. */
export function propertiesOf(text: string): Block[] {
  const rows: [string, string][] = [];
  for (const line of text.split('\n')) {
    const [, name, value = ''] = entry.exec(line) ?? [];
    const last = rows.at(-1);
    if (name !== undefined) rows.push([unquoted(name.trim()), unquoted(value.trim())]);
    else if (line.trim() === '' || line.startsWith('#')) continue;
    else if (last === undefined || !/^[\s-]/.test(line)) return [{ kind: 'code', text, language: 'yaml' }];
    else last[1] += `${last[1] === '' ? '' : '\n'}${line.replace(/^ {1,2}/, '')}`;
  }
  return rows.length === 0 ? [] : [{ kind: 'properties', rows }];
}
