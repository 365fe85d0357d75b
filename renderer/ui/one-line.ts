/**
 * What stands in a field of one line that grows with its text: a blank for each line break that came by a paste or a drop. The cursor stays
 * behind what came, where React would put it at the end.
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
