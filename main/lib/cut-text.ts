/** The first `length` UTF-16 units of a text; one less where half a character would be its end. */
export function cutText(text: string, length: number): string {
  const isHalf = length > 0 && length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}
