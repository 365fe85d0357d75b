import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyPart } from '../../../renderer/ui/lazy-part.ts';

const partOf = () => lazyPart(() => Promise.resolve(({ name }: { readonly name: string }) => `Hello ${name}`));

const drawn = (Part: ReturnType<typeof partOf>): string =>
  renderToString(createElement(Suspense, { fallback: 'Wait' }, createElement(Part, { name: 'Ada' })));

test('what was loaded beforehand is drawn at once, and waited for otherwise', async () => {
  const Part = partOf();
  expect(drawn(Part)).toContain('Wait');
  const Loaded = partOf();
  Loaded.preload();
  await new Promise((resolve) => setImmediate(resolve));
  expect(drawn(Loaded)).toContain('Hello Ada');
});
