import './settings.css';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { useMe } from '../../api/use-me.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { About } from './about/About.tsx';
import { dirtySections, useDrafts, useKeptSettings } from './config/drafts.ts';
import { ModelsPart } from './config/ModelsPart.tsx';
import { RestartHint } from './config/RestartHint.tsx';
import { ServicePart } from './config/ServicePart.tsx';
import { DataPart } from './data/DataPart.tsx';
import { UnusedFiles } from './data/UnusedFiles.tsx';
import { CalendarPart } from './dates/CalendarPart.tsx';
import { DesktopPart } from './desktop/DesktopPart.tsx';
import { Look } from './Look.tsx';
import { settingsSections, type SettingsSection } from './sections.ts';
import { strings } from './strings.ts';
import { KeyCard } from './config/KeyCard.tsx';
import { strings as configStrings } from './config/strings.ts';
import { Account } from './access/Account.tsx';
import { Programs } from './access/programs/Programs.tsx';
import { Token } from './access/Token.tsx';
import { Users } from './access/Users.tsx';
import { Export } from './moving/Export.tsx';
import { Import } from './moving/Import.tsx';

/** The settings: the way to each of their parts, and one of them. */
export function SettingsPage(): ReactNode {
  useKeptSettings();
  const [, params] = useRoute('/settings/:section');
  const me = useMe();
  return (
    <div className="settings">
      <h1 className="visually-hidden">{strings.heading}</h1>
      <Loaded query={me} failed={strings.failed}>
        {({ isOwner }) => {
          const offered = settingsSections().filter(({ forOwner }) => isOwner || !forOwner);
          const section = offered.find(({ id }) => id === params?.section) ?? offered[0];
          return (
            <>
              <SettingsNav sections={offered} current={section} />
              <div className="settings-body">
                {isOwner && <RestartHint />}
                {section !== undefined && <Part section={section} isOwner={isOwner} />}
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** In a narrow window the ways to the parts are one line, which scrolls. */
function bringIntoSight(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function SettingsNav({
  sections,
  current,
}: {
  readonly sections: readonly SettingsSection[];
  readonly current: SettingsSection | undefined;
}): ReactNode {
  const dirty = dirtySections(useDrafts());
  return (
    <nav className="settings-nav" aria-label={strings.heading}>
      <p className="settings-nav-title" aria-hidden="true">
        {strings.heading}
      </p>
      {sections.map(({ id, name, icon: Icon, path }) => (
        <Link
          key={id}
          ref={id === current?.id ? bringIntoSight : undefined}
          href={path}
          className="settings-link"
          aria-current={id === current?.id ? 'page' : undefined}
          onFocus={({ currentTarget }) => {
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          }}
        >
          <Icon aria-hidden="true" />
          <span>{name}</span>
          {dirty.has(id) && (
            <span className="settings-dirty">
              <span className="visually-hidden"> ({strings.unsaved})</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function Part({ section: { id, name }, isOwner }: { readonly section: SettingsSection; readonly isOwner: boolean }): ReactNode {
  return (
    <section className="settings-part" aria-labelledby="settings-part-name">
      <title>{strings.title(name)}</title>
      <h2 id="settings-part-name" className="settings-part-name">
        {name}
      </h2>
      {id === 'look' && <Look />}
      {id === 'calendar' && <CalendarPart />}
      {id === 'desktop' && <DesktopPart />}
      {id === 'models' && <ModelsPart />}
      {id === 'access' && <AccessPart isOwner={isOwner} />}
      {id === 'service' && <ServicePart />}
      {id === 'moving' && <MovingPart isOwner={isOwner} />}
      {id === 'data' && <DataPart />}
      {id === 'about' && <About />}
    </section>
  );
}

const accessKeys = ['SOLO_MODE', 'JWT_EXPIRES_IN', 'JWT_SECRET'] as const;

/** Who gets in, and how. */
function AccessPart({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  return (
    <>
      <Token />
      <Programs isOwner={isOwner} />
      <Account />
      {isOwner && <KeyCard title={configStrings.tokens} keys={accessKeys} />}
      {isOwner && <Users />}
    </>
  );
}

/** What comes in from other programs, and goes out as plain files. The owner has the unused files among the data as a whole. */
function MovingPart({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  return (
    <>
      <Import />
      <Export />
      {!isOwner && <UnusedFiles />}
    </>
  );
}
