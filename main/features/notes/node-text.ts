// Nodes as JSON text, without the objects in between: for a large note, to make these took a tenth of the time.

import type { Attrs, Mark, Node } from 'prosemirror-model';

/** What `JSON.stringify` gives of the node. */
export function nodeText(node: Node): string {
  const { type, marks, content } = node;
  let text = `{"type":"${type.name}"${attrsText(node.attrs)}`;
  if (content.size > 0) {
    let separator = ',"content":[';
    for (const child of content.content) {
      text += separator + nodeText(child);
      separator = ',';
    }
    text += ']';
  }
  if (marks.length > 0) text += `,"marks":[${marks.map(markText).join(',')}]`;
  return node.isText ? `${text},"text":${JSON.stringify(node.text)}}` : `${text}}`;
}

/** Texts share their marks. */
const markTextCache = new WeakMap<Mark, string>();

function markText(mark: Mark): string {
  let text = markTextCache.get(mark);
  if (text === undefined) markTextCache.set(mark, (text = `{"type":"${mark.type.name}"${attrsText(mark.attrs)}}`));
  return text;
}

function attrsText(attrs: Attrs): string {
  let text = '';
  for (const name in attrs) text += `${text === '' ? ',"attrs":{' : ','}"${name}":${valueText(attrs[name])}`;
  return text === '' ? '' : `${text}}`;
}

const valueText = (value: unknown): string => (value === null || value === true ? String(value) : JSON.stringify(value));
