import type { ClipboardEvent } from 'react';

/**
 * What stands in a field of one line that grows with its text: a blank for each line break that came by a drop, or by a paste that
 * `pasteAsLine` could not do. The cursor stays behind what came, where React would put it at the end.
 */
export function oneLine(field: HTMLTextAreaElement): string {
  const { value, selectionStart, selectionEnd } = field;
  const text = joined(value);
  if (text !== value) {
    field.value = text;
    field.setSelectionRange(joined(value.slice(0, selectionStart)).length, joined(value.slice(0, selectionEnd)).length);
  }
  return text;
}

const joined = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Pastes lines as one, as if it were typed: so Ctrl+Z takes it back, which a value that is set afterwards takes from the field. */
export function pasteAsLine(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain');
  const line = joined(text);
  if (line !== text && document.execCommand('insertText', false, line)) event.preventDefault();
}
