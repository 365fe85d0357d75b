import { CalendarPlus, ChevronLeft, ChevronRight, Ellipsis, Layers, Printer, Search, SquareKanban } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { ariaKeys } from '../../actions/shortcut.ts';
import { Button, IconButton } from '../../ui/Buttons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { strings as layerStrings } from './layers/strings.ts';
import type { LayersPlace } from './layers/use-layers-shown.ts';
import { views } from './period.ts';
import { strings } from './strings.ts';
import type { CalendarView } from './use-calendar-view.ts';

interface CalendarHeadProps {
  readonly place: CalendarView;
  /** The period that is shown, and the way to another. */
  readonly date: ReactNode;
  readonly showsCards: boolean;
  readonly onShowsCards: (shows: boolean) => void;
  readonly layers: LayersPlace;
  readonly isSearching: boolean;
  readonly onSearch: () => void;
  /** The button of the search. */
  readonly searchRef: Ref<HTMLButtonElement>;
}

/** Which period, how it is shown, and the way to others. */
export function CalendarHead({
  place,
  date,
  showsCards,
  onShowsCards,
  layers,
  isSearching,
  onSearch,
  searchRef,
}: CalendarHeadProps): ReactNode {
  const { view } = place;
  return (
    <header className="calendar-head">
      <h1 className="calendar-name">
        <span className="visually-hidden">{strings.heading}: </span>
        {date}
      </h1>
      <div className="calendar-steps">
        <IconButton
          icon={ChevronLeft}
          label={strings.previous[view]}
          shortcut="ArrowLeft"
          onClick={() => {
            place.forward(-1);
          }}
        />
        <Button aria-keyshortcuts="T" onClick={place.today}>
          {strings.today}
        </Button>
        <IconButton
          icon={ChevronRight}
          label={strings.next[view]}
          shortcut="ArrowRight"
          onClick={() => {
            place.forward(1);
          }}
        />
      </div>
      <div className="calendar-views" role="group" aria-label={strings.viewAs}>
        {views
          .map((named, index) => ({ candidate: place.asShown(named), index }))
          .map(({ candidate, index }) => (
            <button
              key={candidate}
              type="button"
              className="calendar-view"
              aria-pressed={candidate === view}
              aria-keyshortcuts={ariaKeys(String(index + 1))}
              onClick={() => {
                place.show(candidate);
              }}
            >
              {strings.views[candidate]}
            </button>
          ))}
      </div>
      <div className="calendar-actions">
        <IconButton ref={searchRef} icon={Search} label={strings.search} shortcut="/" aria-expanded={isSearching} onClick={onSearch} />
        {layers.isBeside && (
          <IconButton
            icon={Layers}
            label={layers.isShown ? layerStrings.hide : layerStrings.show}
            aria-expanded={layers.isShown}
            onClick={() => {
              layers.show(!layers.isShown);
            }}
          />
        )}
        <Menu
          trigger={<IconButton icon={Ellipsis} label={strings.more} />}
          entries={[
            ...(layers.isBeside
              ? []
              : [
                  {
                    name: layerStrings.show,
                    icon: Layers,
                    perform: () => {
                      layers.show(true);
                    },
                  },
                ]),
            {
              name: showsCards ? strings.hideCards : strings.showCards,
              icon: SquareKanban,
              perform: () => {
                onShowsCards(!showsCards);
              },
            },
            {
              name: strings.print,
              icon: Printer,
              perform: () => {
                window.print();
              },
            },
          ]}
        />
        <Button
          primary
          aria-label={strings.newEvent}
          aria-keyshortcuts="C"
          onClick={() => {
            place.create();
          }}
        >
          <CalendarPlus aria-hidden="true" />
          <span className="calendar-new">{strings.newEvent}</span>
        </Button>
      </div>
    </header>
  );
}
