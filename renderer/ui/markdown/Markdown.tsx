// An answer as it reads. The tokens of markdown-it become elements of React: no text of a model is ever taken for HTML.

import './markdown.css';
import type { Token } from 'markdown-it';
import { createContext, memo, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { parse, type Branch } from './tree.ts';
import { Copy } from 'lucide-react';
import { IconButton } from '../Buttons.tsx';
import { copyText } from '../hand-over.ts';
import { strings } from '../strings.ts';
import { mathElement, texOf } from './mathml.ts';

/** How a piece of plain text is drawn. */
export type DrawText = (text: string) => ReactNode;

const asItIs: DrawText = (content) => content;

const DrawTextContext = createContext<DrawText>(asItIs);

interface MarkdownProps {
  readonly text: string;
  /** For what stands for more than text, such as the numbers of sources. */
  readonly drawText?: DrawText;
}

export function Markdown({ text, drawText = asItIs }: MarkdownProps): ReactNode {
  const blocks = useMemo(() => parse(text), [text]);
  return (
    <DrawTextContext value={drawText}>
      <div className="answer-text">
        {blocks.map((block, index) => (
          <Block key={`${index}:${block.token.type}`} block={block} source={sourceOf(block)} />
        ))}
      </div>
    </DrawTextContext>
  );
}

/** What a block is made of: while an answer grows, only its last one changes. */
function sourceOf(block: Branch): string {
  return JSON.stringify([
    block.token.tag,
    block.token.info,
    block.token.content,
    block.token.attrs,
    block.token.meta,
    block.children.map(sourceOf),
  ]);
}

const Block = memo(
  ({ block }: { readonly block: Branch; readonly source: string }): ReactNode => <MarkdownBranch branch={block} />,
  (before, after) => before.source === after.source,
);
Block.displayName = 'Block';

const plain = new Set(['p', 'strong', 'em', 's', 'blockquote', 'ul', 'li', 'thead', 'tbody', 'tr']);
const headings: Readonly<Record<string, 'h3' | 'h4' | 'h5' | 'h6'>> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' };

function MarkdownBranch({ branch }: { readonly branch: Branch }): ReactNode {
  const { token, children } = branch;
  const inside = children.map((child, index) => <MarkdownBranch key={`${index}:${child.token.type}`} branch={child} />);
  const leaf = leafOf(token);
  if (leaf !== undefined) return leaf;
  const heading = headings[token.tag];
  // What is within a block has its direction: an item reads as its list does.
  const dir = token.block && token.level === 0 ? 'auto' : undefined;
  if (heading !== undefined) {
    const Heading = heading;
    return <Heading dir={dir}>{inside}</Heading>;
  }
  if (token.tag === 'a') return <Address href={text(token, 'href')}>{inside}</Address>;
  if (token.tag === 'ol')
    return (
      <ol start={Number(token.attrGet('start') ?? 1)} dir={dir}>
        {inside}
      </ol>
    );
  if (isTask(token.meta)) return <TaskItem checked={token.meta.checked}>{inside}</TaskItem>;
  if (token.tag === 'th' || token.tag === 'td')
    return (
      <Cell tag={token.tag} style={text(token, 'style')}>
        {inside}
      </Cell>
    );
  if (token.tag === 'table')
    return (
      <div className="answer-table" role="group" tabIndex={0} aria-label="Table">
        <table>{inside}</table>
      </div>
    );
  if (token.hidden || !plain.has(token.tag)) return <>{inside}</>;
  const Tag = token.tag as 'p';
  return <Tag dir={dir}>{inside}</Tag>;
}

const isTask = (meta: unknown): meta is { readonly checked: boolean } => typeof meta === 'object' && meta !== null && 'checked' in meta;

function TaskItem({ checked, children }: { readonly checked: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <li className="answer-task">
      <input type="checkbox" checked={checked} disabled aria-label={checked ? strings.taskDone : strings.taskOpen} />
      {children}
    </li>
  );
}

/** An attribute; '' for none. */
function text(token: Token, attribute: string): string {
  return String(token.attrGet(attribute) ?? '');
}

/** What holds nothing else; undefined for what does. */
function leafOf(token: Token): ReactNode | undefined {
  switch (token.type) {
    case 'text':
      return <Text content={token.content} />;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'math_inline':
    case 'math_block':
      return <Formula source={token.content} />;
    case 'fence':
    case 'code_block':
      return <CodeBlock code={token.content.replace(/\n$/, '')} language={token.info.trim().split(/\s+/)[0] ?? ''} />;
    // A picture would be fetched from another machine: it is a link to it.
    case 'image':
      return <Address href={text(token, 'src')}>{token.content === '' ? text(token, 'src') : token.content}</Address>;
    default:
      return token.children === null && token.nesting === 0 ? token.content : undefined;
  }
}

function Text({ content }: { readonly content: string }): ReactNode {
  return use(DrawTextContext)(content);
}

/** Opens elsewhere. An address of another kind than these is text. */
function Address({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return /^(?:https?:|mailto:)/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
}

function Cell({
  tag: Tag,
  style,
  children,
}: {
  readonly tag: 'th' | 'td';
  readonly style: string;
  readonly children: ReactNode;
}): ReactNode {
  const align = /text-align:(left|center|right)/.exec(style)?.[1];
  return (
    <Tag data-align={align} dir="auto">
      {children}
    </Tag>
  );
}

/** Code as it stands, with a button that copies it. */
function CodeBlock({ code, language }: { readonly code: string; readonly language: string }): ReactNode {
  return (
    <figure className="answer-code">
      <figcaption>
        <span>{language}</span>
        <IconButton
          size="small"
          icon={Copy}
          label={strings.copyCode}
          onClick={() => {
            void copyText(code);
          }}
        />
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/** Its source until it is drawn, and where it cannot be. */
function Formula({ source }: { readonly source: string }): ReactNode {
  const [drawn, setDrawn] = useState<Element | null>(null);
  const { tex, display } = useMemo(() => texOf(source), [source]);
  useEffect(() => {
    let isWanted = true;
    // The source is shown where MathJax cannot be loaded.
    const draw = async (): Promise<void> => {
      const element = await mathElement(tex, display).catch(() => null);
      if (isWanted) setDrawn(element);
    };
    void draw();
    return () => {
      isWanted = false;
    };
  }, [tex, display]);
  if (drawn === null) return <code>{source.trim()}</code>;
  const put = (span: HTMLElement | null): void => {
    span?.replaceChildren(drawn);
  };
  return display ? (
    <span className="answer-formula" role="group" tabIndex={0} aria-label={strings.formula} ref={put} />
  ) : (
    <span ref={put} />
  );
}
