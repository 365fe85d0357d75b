// What Todoist writes into the texts of tasks and remarks: labels, tasks that are never done, and files.

import { z } from 'zod';
import type { PlanSink } from '../plan.ts';
import { parseJson } from './json.ts';

interface TaskText {
  readonly text: string;
  /** Without the sign before them, each once. */
  readonly labels: readonly string[];
}

/** Of a task: labels stand at its end as `@name`, and a star stands before one that cannot be checked. */
export function taskText(content: string): TaskText {
  const words = content.replace(/^\* /, '').split(' ');
  const first = words.findLastIndex((word) => !/^@[^\s@]+$/u.test(word)) + 1;
  // A text of nothing else is the task.
  if (first === 0) return { text: words.join(' '), labels: [] };
  return { text: words.slice(0, first).join(' '), labels: [...new Set(words.slice(first).map((word) => word.slice(1)))] };
}

const File = z.object({ file_name: z.string().nullish(), file_url: z.string().nullish() });

/** A remark, with a link in the place of the file that it ends with, which lies at Todoist. */
export function remarkText(content: string, path: string, sink: Pick<PlanSink, 'warn'>): string {
  const at = content.trimEnd().endsWith('}]]') ? content.indexOf('[[file {') : -1;
  const text = content.slice(0, Math.max(at, 0)).trimEnd();
  const file = at < 0 ? null : maybeFile(content.slice(at).trim());
  if (file === null) return content;
  const { file_name: name, file_url: url } = file;
  const isAddress = url !== null && url !== undefined && /^https?:\/\//i.test(url);
  const told = name || (isAddress ? url : 'A file');
  const message = `The file "${told}" is not in what Todoist gives out${isAddress ? ': its address stands in the description' : ''}`;
  sink.warn({ path, kind: 'login', message });
  const label = told.replaceAll(/[[\]\n]/g, ' ');
  return [text, isAddress ? `[${label}](<${url.replaceAll(/[<>\n]/g, '')}>)` : `File: ${label}`].filter((part) => part !== '').join('\n\n');
}

function maybeFile(text: string): z.infer<typeof File> | null {
  try {
    return File.safeParse(parseJson(text.slice('[[file '.length, -']]'.length), 'a remark')).data ?? null;
  } catch {
    return null;
  }
}
