// The ProseMirror document of a note as JSON, as far as exports read it.

export interface NodeJson {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly NodeJson[];
  readonly text?: string;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
}

/** An attribute that is text; '' if it is anything else. */
export function textAttribute({ attrs }: Pick<NodeJson, 'attrs'>, name: string): string {
  const value = attrs?.[name];
  return typeof value === 'string' ? value : '';
}

/** An attribute that is a number; `fallback` if it is anything else. */
export function numberAttribute({ attrs }: NodeJson, name: string, fallback: number): number {
  const value = attrs?.[name];
  return typeof value === 'number' ? value : fallback;
}

/** The text in a node, of whatever depth. */
export function textContent(node: NodeJson): string {
  return node.text ?? (node.content ?? []).map(textContent).join('');
}
