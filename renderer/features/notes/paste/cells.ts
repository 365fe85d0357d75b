// Tables of elsewhere: cells hold lines of text here, each in a row and a column of its own.

import { all, blockTags, isBlankText, make, rename, styleOf, unwrap } from './dom.ts';

/** The most columns and rows that a joined cell is drawn out over. */
const maxSpan = 100;

/** Blocks in a cell become its lines. */
function flatten(cell: Element): void {
  for (const block of all(cell, blockTags)) {
    block.before(make(cell, 'br'));
    block.after(make(cell, 'br'));
    unwrap(block);
  }
  // Those of a table within it do so too, with their cells side by side.
  for (const row of all(cell, 'tr')) row.before(make(cell, 'br'));
  for (const part of all(cell, 'td, th')) part.before(' ');
  for (const part of all(cell, 'tbody, thead, tfoot, tr, td, th, caption, colgroup')) unwrap(part);
  const isEmpty = (node: ChildNode | null): boolean =>
    node !== null && (node.nodeName === 'BR' || (node.nodeType === 3 && isBlankText(node.textContent)));
  while (isEmpty(cell.firstChild)) cell.firstChild?.remove();
  while (isEmpty(cell.lastChild)) cell.lastChild?.remove();
  for (const line of all(cell, 'br')) {
    let next = line.nextSibling;
    while (isEmpty(next)) {
      next?.remove();
      next = line.nextSibling;
    }
  }
}

/** A cell that is joined with others has its text in the first of them. */
function drawOut(table: Element): void {
  const rows = all(table, 'tr');
  for (const [index, row] of rows.entries()) {
    for (let cell = row.firstElementChild; cell !== null; cell = cell.nextElementSibling) {
      const span = (name: string): number => Math.min(maxSpan, Number.parseInt(cell?.getAttribute(name) ?? '1', 10) || 1);
      const [columns, deep] = [span('colspan'), span('rowspan')];
      const column = [...row.children].indexOf(cell);
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
      const blank = (): Element => make(table, cell?.localName ?? 'td');
      for (let more = 1; more < columns; more++) cell.after(blank());
      for (const below of rows.slice(index + 1, index + deep))
        for (let more = 0; more < columns; more++) below.insertBefore(blank(), below.children[column] ?? null);
    }
  }
}

/** The header is bold anyway. */
function plainHeader(table: Element): void {
  const cells = [...(table.querySelector('tr')?.children ?? [])];
  const filled = cells.filter(({ textContent }) => !isBlankText(textContent));
  const isBold = (cell: Element): boolean => all(cell, 'strong, b').some((bold) => bold.textContent.trim() === cell.textContent.trim());
  if (filled.every(isBold)) for (const bold of cells.flatMap((cell) => all(cell, 'strong, b'))) unwrap(bold);
}

export function cleanTables(body: Element): void {
  for (const holder of all(body, 'object')) if (holder.querySelector('table') !== null) unwrap(holder);
  for (const table of all(body, 'table')) {
    if (table.parentElement?.closest('td, th') !== null && table.parentElement !== null) continue;
    const cells = all(table, 'td, th').filter((cell) => cell.closest('table') === table);
    for (const caption of all(table, ':scope > caption')) table.before(rename(caption, 'p'));
    // A single cell is that of a spreadsheet, or there for the layout of a letter. What says how wide it is stands for nothing without it.
    if (cells.length <= 1) {
      for (const part of [...cells, ...all(table, 'tbody, thead, tfoot, tr')]) if (part.closest('table') === table) unwrap(part);
      for (const columns of all(table, ':scope > colgroup, :scope > col')) columns.remove();
      unwrap(table);
      continue;
    }
    for (const cell of cells) {
      const align = styleOf(cell, 'text-align');
      if (!cell.hasAttribute('align') && align !== '' && align !== 'left' && align !== 'start') cell.setAttribute('align', align);
      flatten(cell);
    }
    drawOut(table);
    plainHeader(table);
  }
}
