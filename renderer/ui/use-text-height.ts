import { useLayoutEffect, type RefObject } from 'react';

/** Safari before 26.2 and Firefox before 152 have fields of several lines stay as high as they began. */
const growByThemselves = (): boolean => CSS.supports('field-sizing', 'content');

/**
 * Gives a field whose style says `field-sizing: content` the height of its text in browsers that do not know that. Others need nothing.
 * `text` is what stands in it.
 */
export function useTextHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current !== null && !growByThemselves()) fit(field.current, text);
  }, [field, text]);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || growByThemselves()) return;
    // In a frame of its own: a field that gets another height while sizes are told is told of again at once, which browsers call a fault.
    const sizes = new ResizeObserver(() => requestAnimationFrame(() => fit(element, element.value)));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
    };
  }, [field]);
}

function fit(field: HTMLTextAreaElement, text: string): void {
  // Without a text it has the rows that it is made with.
  if (text === '') {
    field.style.blockSize = '';
    return;
  }
  const around = field.parentElement;
  // What lies around it keeps its height in the meantime: a box that scrolls would leave its place.
  if (around !== null) around.style.minBlockSize = `${String(around.offsetHeight)}px`;
  field.style.blockSize = 'auto';
  const { scrollHeight, offsetHeight, clientHeight } = field;
  if (scrollHeight > 0) field.style.blockSize = `${String(scrollHeight + offsetHeight - clientHeight)}px`;
  if (around !== null) around.style.minBlockSize = '';
}
