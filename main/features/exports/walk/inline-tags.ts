// Which tags in a text are HTML, and which are words that only look like it: `List<object>`, `fill in <name>`.

/** Elements that shape text. One of these without its end tag counts to the end, as browsers have it. */
const shaping = new Set([
  'a',
  'abbr',
  'acronym',
  'address',
  'article',
  'aside',
  'b',
  'bdi',
  'bdo',
  'big',
  'blockquote',
  'body',
  'caption',
  'center',
  'cite',
  'code',
  'data',
  'dd',
  'del',
  'details',
  'dfn',
  'dialog',
  'div',
  'dl',
  'dt',
  'em',
  'fieldset',
  'figcaption',
  'figure',
  'font',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'html',
  'i',
  'ins',
  'kbd',
  'label',
  'legend',
  'li',
  'main',
  'mark',
  'menu',
  'nav',
  'nobr',
  'ol',
  'optgroup',
  'option',
  'p',
  'picture',
  'pre',
  'q',
  'rb',
  'rp',
  'rt',
  'rtc',
  'ruby',
  's',
  'samp',
  'search',
  'section',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'time',
  'tr',
  'tt',
  'u',
  'ul',
  'var',
]);

/** Those that often stand right behind a word, or have no end tag. */
const behindWords = new Set(['sub', 'sup', 'p', 'li', 'dd', 'dt', 'tr', 'td', 'th', 'option', 'rt', 'rp', 'rb', 'q']);

/** Elements without content, of which nothing is left if they have no attributes. */
const empty = new Set(['area', 'base', 'col', 'embed', 'img', 'input', 'link', 'meta', 'param', 'source', 'track']);

/** Elements without content that mean something as they are. */
const alone = new Set(['br', 'hr', 'wbr']);

export interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  readonly hasAttributes: boolean;
}

/** The tag that this source is; null for comments and the like. */
export function tagOf(source: string): Tag | null {
  const [, slash, name, rest = ''] = /^<(\/?)([a-z][^\s/>]*)([^]*?)>?$/i.exec(source) ?? [];
  if (name === undefined) return null;
  const isAlone = /\/\s*$/.test(rest);
  return {
    name: name.toLowerCase(),
    kind: slash === '/' ? 'close' : isAlone ? 'alone' : 'open',
    hasAttributes: rest.replace(/[\s/]/g, '') !== '',
  };
}

/**
 * Whether a tag is a word of the text. `isPaired`: the other end of it stands in the same text. `isBehindWord`: right after a letter or a
 * digit.
 */
export function isWord({ name, kind, hasAttributes }: Tag, isPaired: boolean, isBehindWord: boolean): boolean {
  if (isPaired || alone.has(name)) return false;
  if (empty.has(name)) return !hasAttributes && kind !== 'close';
  if (!shaping.has(name)) return kind !== 'alone' || !hasAttributes;
  return kind === 'open' && isBehindWord && !hasAttributes && !behindWords.has(name);
}

/** Of the tags in a text, the places of those whose other end stands there too. */
export function pairedTags(tags: readonly (Tag | null)[]): ReadonlySet<number> {
  const open = new Map<string, number[]>();
  const paired = new Set<number>();
  for (const [index, tag] of tags.entries()) {
    if (tag === null || tag.kind === 'alone') continue;
    const starts = open.get(tag.name) ?? [];
    open.set(tag.name, starts);
    if (tag.kind === 'open') starts.push(index);
    else {
      const start = starts.pop();
      if (start !== undefined) paired.add(start).add(index);
    }
  }
  return paired;
}
