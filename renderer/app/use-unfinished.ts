import { useEffect, useRef } from 'react';
import { sendCreationsAgain, type CreationKinds } from '../api/creations.ts';
import { useConnectionStatus, useService, type Service } from '../api/service.ts';
import { unsentFile } from '../features/notes/files/addresses.ts';
import { noteOfUnsent } from '../features/notes/session/kept-form.ts';

/** Sends what pages before this one have left unsent of notes, whatever page is shown, as soon as the service answers. */
export function useUnfinished(): void {
  useSending(sendNotes);
}

async function sendNotes(service: Service): Promise<void> {
  if (service.drafts.names('note/').every((name) => noteOfUnsent(name) === null)) return;
  const { restoreAll } = await import('../features/notes/session/open-session.ts');
  await restoreAll(service);
}

/** Sends files that pages before this one have been given and that the service does not have. */
export function useUnsentFiles(): void {
  useSending(sendFiles);
}

async function sendFiles(service: Service): Promise<void> {
  if (service.drafts.names(unsentFile).length === 0) return;
  const { uploadsOf } = await import('../features/notes/files/uploads.ts');
  await uploadsOf(service).resume();
}

/** Sends once the service answers; what has failed is sent when it answers again. */
function useSending(send: (service: Service) => Promise<void>): void {
  const service = useService();
  const status = useConnectionStatus();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || status !== 'reachable') return;
    done.current = true;
    send(service).catch(() => {
      done.current = false;
    });
  }, [service, status, send]);
}

const creations: CreationKinds = {
  card: () => import('../features/boards/add-card.ts').then((module) => module.addCardOptions),
  event: () => import('../features/calendar/create-event.ts').then((module) => module.createEventOptions),
  capture: () => import('../features/capture/capture-options.ts').then((module) => module.captureOptions),
};

/** Sends again what pages before this one have created without an answer; it shows as what is on its way. */
export function useUnconfirmed(): void {
  const service = useService();
  useEffect(() => {
    void sendCreationsAgain(service, creations).catch(() => undefined);
  }, [service]);
}
