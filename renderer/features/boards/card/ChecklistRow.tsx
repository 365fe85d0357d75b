import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { GripVertical, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isComposing } from '../../../actions/shortcut.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import { Checkbox } from '../../../ui/Toggles.tsx';
import { IconButton } from '../../../ui/Buttons.tsx';
import { oneLine, pasteAsLine } from '../../../ui/one-line.ts';
import { useTextHeight } from '../../../ui/use-text-height.ts';
import type { KeyedItem } from './checklist-items.ts';
import { ItemDue } from './ItemDue.tsx';
import { strings } from './strings.ts';

interface ChecklistRowProps {
  readonly item: KeyedItem;
  readonly index: number;
  /** Items stay within their list. */
  readonly listKey: string;
  readonly onChange: (item: KeyedItem, when: 'now' | 'later') => void;
  readonly onFlush: () => void;
  readonly onAddBelow: () => void;
  readonly onRemove: () => void;
  /** By keyboard. */
  readonly onStep: (to: number) => void;
  /** Another item was dropped upon this one. */
  readonly onDrop: (key: string, edge: 'top' | 'bottom') => void;
}

export function ChecklistRow({
  item,
  index,
  listKey,
  onChange,
  onFlush,
  onAddBelow,
  onRemove,
  onStep,
  onDrop,
}: ChecklistRowProps): ReactNode {
  const [row, handle, field] = [useRef<HTMLLIElement>(null), useRef<HTMLButtonElement>(null), useRef<HTMLTextAreaElement>(null)];
  useTextHeight(field, item.text);
  const edge = useItemDrag(row, handle, { key: item.key, listKey }, onDrop);
  const name = item.text === '' ? strings.item(index + 1) : item.text;
  return (
    <li ref={row} className="checklist-row" data-edge={edge} data-completed={item.completed}>
      <button
        ref={handle}
        type="button"
        className="checklist-handle"
        data-part="handle"
        aria-label={strings.moveItem(name)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          onStep(index + (event.key === 'ArrowUp' ? -1 : 1));
        }}
      >
        <GripVertical aria-hidden="true" />
      </button>
      <Checkbox
        checked={item.completed}
        label={strings.check(name)}
        onChange={(completed) => {
          onChange({ ...item, completed }, 'now');
        }}
      />
      <textarea
        ref={field}
        className="checklist-text"
        data-part="text"
        aria-label={strings.item(index + 1)}
        rows={1}
        maxLength={textLimits.checklistItem}
        value={item.text}
        onPaste={pasteAsLine}
        onChange={(event) => {
          onChange({ ...item, text: oneLine(event.target) }, 'later');
        }}
        onBlur={onFlush}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            onAddBelow();
          } else if (event.key === 'Backspace' && item.text === '') {
            event.preventDefault();
            onRemove();
          } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
            event.preventDefault();
            onStep(index + (event.key === 'ArrowUp' ? -1 : 1));
          }
        }}
      />
      <ItemDue
        item={item}
        name={name}
        onChange={(dueDate) => {
          onChange({ ...item, dueDate }, 'later');
        }}
        onLeave={onFlush}
      />
      <IconButton size="small" icon={X} label={strings.removeItem(name)} onClick={onRemove} />
    </li>
  );
}

interface ItemMark {
  readonly key: string;
  readonly listKey: string;
}

/** Where a dragged item would come to stand. */
function useItemDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { key, listKey }: ItemMark,
  onDrop: ChecklistRowProps['onDrop'],
): 'top' | 'bottom' | null {
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (row.current === null || handle.current === null) return undefined;
    const edgeIn = (data: Record<string | symbol, unknown>): 'top' | 'bottom' => (extractClosestEdge(data) === 'top' ? 'top' : 'bottom');
    return combine(
      draggable({ element: row.current, dragHandle: handle.current, getInitialData: () => ({ kind: 'item', key, listKey }) }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => source.data['kind'] === 'item' && source.data['listKey'] === listKey && source.data['key'] !== key,
        getData: ({ input, element }) => attachClosestEdge({ key }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => {
          setEdge(edgeIn(self.data));
        },
        onDragLeave: () => {
          setEdge(null);
        },
        onDrop: ({ self, source }) => {
          setEdge(null);
          drop(String(source.data['key']), edgeIn(self.data));
        },
      }),
    );
  }, [row, handle, key, listKey]);
  return edge;
}
