// Draws a page: grounds and lines first, then the text, then the footer.

import type { Frame } from './flow.ts';
import type { Sheet } from '../paper.ts';
import { ink } from './look.ts';
import type { PageContent, PlacedSlice } from './paginate.ts';
import type { Brush } from './paint-line.ts';

/** Slices that follow each other within the same frame. */
interface FrameRun {
  readonly frame: Frame;
  readonly top: number;
  bottom: number;
}

function frameRuns(slices: readonly PlacedSlice[]): FrameRun[] {
  const runs: FrameRun[] = [];
  let open = new Map<Frame, FrameRun>();
  for (const { slice, y } of slices) {
    const next = new Map<Frame, FrameRun>();
    for (const frame of slice.frames) {
      const run = open.get(frame) ?? { frame, top: y, bottom: y };
      if (!open.has(frame)) runs.push(run);
      run.bottom = y + slice.height;
      next.set(frame, run);
    }
    open = next;
  }
  return runs;
}

function paintFrame({ doc }: Brush, { frame, top, bottom }: FrameRun, sheet: Sheet): void {
  const [left, y, height] = [sheet.side, sheet.top + top, bottom - top];
  switch (frame.kind) {
    case 'fill':
      doc.rect(left + frame.x, y, frame.width, height).fill(frame.colour);
      break;
    case 'bar':
      doc.rect(left + frame.x, y, 2, height).fill(ink.line);
      break;
    case 'grid': {
      const [first = 0, last = 0] = [frame.xs[0], frame.xs.at(-1)];
      for (const x of frame.xs) doc.moveTo(left + x, y).lineTo(left + x, y + height);
      const whole = [[first, last]] as const;
      for (const [at, stretches] of [
        [y, frame.above ?? whole],
        [y + height, frame.below ?? whole],
      ] as const)
        for (const [from, to] of stretches) doc.moveTo(left + from, at).lineTo(left + to, at);
      doc.lineWidth(0.5).stroke(ink.line);
    }
  }
}

/** Draws all of a page that is open. */
export function paintPage(brush: Brush, { slices }: PageContent, sheet: Sheet, footer: () => void): void {
  brush.tagger.artifact();
  // Grounds below lines.
  const runs = frameRuns(slices);
  for (const run of [...runs.filter(({ frame }) => frame.kind === 'fill'), ...runs.filter(({ frame }) => frame.kind !== 'fill')])
    paintFrame(brush, run, sheet);
  for (const { slice, y, isRepeated } of slices) slice.paint(sheet.side, sheet.top + y, isRepeated);
  brush.tagger.artifact('Pagination');
  footer();
  brush.tagger.close();
}
