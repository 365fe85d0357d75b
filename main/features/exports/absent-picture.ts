// What stands for a picture that is not to be had.

import type { Inline } from './document.ts';

/** Its alternative text and its address; `href` is null for one that a reader cannot follow. */
export function absentPicture({ src, alt }: Pick<Inline & { kind: 'image' }, 'src' | 'alt'>): {
  readonly label: string;
  readonly href: string | null;
} {
  if (src.startsWith('data:')) return { label: alt === '' ? 'Image' : alt, href: null };
  const href = /^https?:/i.test(src) ? src : null;
  return { label: alt === '' ? src : src === '' ? alt : `${alt} (${src})`, href };
}
