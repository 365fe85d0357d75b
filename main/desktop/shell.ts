// What the desktop has of Daybook while the service runs: menus, tray, quick capture, notifications, badge, and the bridge to the page.

import { app, BrowserWindow, dialog, globalShortcut, Menu, shell } from 'electron';
import { capturePath, type Command } from '../contract/bridge.ts';
import { jobsApi } from '../contract/jobs.ts';
import { coalesce } from '../client/coalesce.ts';
import { movesReminders, type Ringer } from '../client/ringer.ts';
import { systemClock } from '../lib/clock.ts';
import type { Service } from '../service.ts';
import { Agenda } from './agenda.ts';
import { showBadge } from './badge.ts';
import { answerBridge } from './bridge-answers.ts';
import { CaptureWindow } from './capture-window.ts';
import type { DesktopFile } from './desktop-file.ts';
import { setOpenAtLogin } from './login-item.ts';
import { endOfJob } from '../contract/job-ends.ts';
import { endNotice, JobWatch } from './job-watch.ts';
import { bringToFront } from './main-window.ts';
import { askBeforeLeaving, type LeavingOptions } from './page-guard.ts';
import { menuTemplate } from './menu-template.ts';
import { noticeBody, canNotify, Notices, tellUpdate } from './notices.ts';
import type { OpenRequest } from './open-requests.ts';
import { Opener } from './opener.ts';
import { PageLine } from './page-line.ts';
import { eventDayPath } from '../contract/page-paths.ts';
import { Preferences } from './preferences.ts';
import { desktopReminders } from './reminders.ts';
import { ServiceClient } from './service-client.ts';
import { TrayIcon } from './tray-icon.ts';
import { startUpdates, type Updates } from './updates.ts';

interface ShellOptions {
  readonly service: Service;
  readonly window: BrowserWindow;
  readonly file: DesktopFile;
  readonly dataDir: string;
  readonly preload: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isQuitting: () => boolean;
  readonly leaving: LeavingOptions;
  readonly warn: (message: string) => void;
}

export class DesktopShell {
  readonly #options: ShellOptions;
  readonly #line: PageLine;
  readonly #capture: CaptureWindow;
  readonly #tray: TrayIcon;
  readonly #agenda: Agenda;
  readonly #ringer: Ringer;
  readonly #remindersChanged = coalesce(() => this.#ringer.refresh());
  readonly #jobs: JobWatch;
  readonly #notices = new Notices();
  readonly #opener: Opener;
  readonly #preferences: Preferences;
  #updates: Updates | null = null;
  #commands: readonly Command[] = [];
  #due = 0;
  #shortcut: string | null = null;

  constructor(options: ShellOptions) {
    const { service, window, preload, isQuitting, warn } = options;
    this.#options = options;
    const client = new ServiceClient(service);
    this.#line = new PageLine(window.webContents);
    this.#capture = new CaptureWindow({
      url: service.frontendUrl + capturePath,
      preload,
      isQuitting,
      opened: (capture) => {
        askBeforeLeaving(capture, options.leaving);
      },
      // It may have kept the app from ending with the window.
      hidden: () => {
        if (window.isDestroyed()) app.quit();
      },
      warn,
    });
    this.#tray = new TrayIcon({
      open: () => {
        bringToFront(window);
      },
      capture: this.#openCapture,
      quit: () => {
        app.quit();
      },
    });
    this.#ringer = this.#ringerOf(client);
    this.#jobs = this.#jobsOf(client);
    this.#agenda = this.#agendaOf(client);
    this.#opener = new Opener({
      window,
      client,
      show: (path) => {
        this.#show(path);
      },
      capture: this.#openCapture,
      warn,
    });
    this.#preferences = this.#keptPreferences(options);
  }

  #ringerOf(client: ServiceClient): Ringer {
    return desktopReminders({
      client,
      clock: systemClock,
      tells: () => this.#preferences.now.notifyEvents && canNotify(),
      show: (notice) => {
        this.#notices.show(notice);
      },
      open: (reminder) => {
        if (reminder === null) bringToFront(this.#options.window);
        else if (reminder.type === 'event') this.#show(eventDayPath(reminder.occurrenceId ?? reminder.id));
        else void this.#opener.open({ kind: 'link', url: `daybook://card/${reminder.id}` });
      },
      warn: this.#options.warn,
    });
  }

  #jobsOf(client: ServiceClient): JobWatch {
    const { window, warn } = this.#options;
    return new JobWatch({
      list: async (limit, signal) => (await client.call(jobsApi.listJobs, { query: { limit: String(limit) }, signal })).items,
      progress: (share) => {
        if (!window.isDestroyed()) window.setProgressBar(share);
      },
      // Who looks at the window is told by the page.
      ended: (job) => {
        if (window.isDestroyed() || window.isFocused()) return;
        const open = (): void => {
          this.#show(endOfJob(job).path);
        };
        this.#notices.show({ ...endNotice(job), open, snooze: null });
      },
      warn,
    });
  }

  #agendaOf(client: ServiceClient): Agenda {
    const { file, warn } = this.#options;
    return new Agenda({
      client,
      clock: systemClock,
      tells: () => this.#preferences.now.notifyEvents,
      tell: (event) => {
        this.#notices.show({
          title: event.title,
          body: noticeBody(event),
          open: () => {
            this.#show(eventDayPath(event.occurrenceId));
          },
          snooze: () => {
            this.#agenda.snooze(event);
          },
        });
      },
      changed: (type) => {
        if (type === null || movesReminders.has(type)) this.#remindersChanged();
        if (type === null || type === 'job') void this.#jobs.refresh();
      },
      count: (due) => {
        this.#count(due);
      },
      reminded: {
        get: () => file.state.reminded,
        set: (reminded) => {
          file.change({ reminded });
        },
      },
      warn,
    });
  }

  #keptPreferences({ file, environment }: ShellOptions): Preferences {
    return new Preferences({
      kept: {
        get: () => file.state.preferences,
        set: (preferences) => {
          file.change({ preferences });
        },
        saved: () => file.flush(),
      },
      appliers: {
        closeToTray: (isOn) => {
          this.#tray.show(isOn);
        },
        openAtLogin: (isOn) => setOpenAtLogin(isOn, environment),
        captureShortcut: (accelerator) => this.#listenFor(accelerator),
        badge: () => {
          this.#count(this.#due);
        },
      },
    });
  }

  /** Everything but the page itself, which can be loaded afterwards. */
  async start(): Promise<void> {
    const { service, window, warn } = this.#options;
    this.#answer(new URL(service.frontendUrl).origin);
    this.#showMenu();
    const { openAtLogin: _unchanged, ...problems } = await this.#preferences.applyAll();
    for (const problem of Object.values(problems)) warn(problem);
    // Quick capture, hidden, would keep the app alive.
    window.on('closed', () => {
      app.quit();
    });
    this.#agenda.start();
    this.#updates = startUpdates({ url: () => this.#preferences.now.updateUrl, onReady: tellUpdate, log: warn });
  }

  stop(): void {
    this.#updates?.stop();
    this.#agenda.stop();
    this.#ringer.stop();
    this.#jobs.stop();
    globalShortcut.unregisterAll();
    this.#tray.show(false);
    this.#capture.destroy();
  }

  /** Looks at the clock anew, after a sleep. */
  refresh(): void {
    void this.#agenda.refresh();
    void this.#ringer.refresh();
  }

  open(request: OpenRequest): Promise<void> {
    return this.#opener.open(request);
  }

  readonly #openCapture = (): void => {
    this.#capture.show();
  };

  readonly #openDataDir = async (): Promise<void> => {
    const problem = await shell.openPath(this.#options.dataDir);
    if (problem !== '') throw new Error(`The folder ${this.#options.dataDir} could not be opened (${problem})`);
  };

  #show(path: string): void {
    bringToFront(this.#options.window);
    this.#line.open(path);
  }

  #count(due: number): void {
    this.#due = due;
    this.#tray.count(due);
    showBadge(this.#preferences.now.badge ? due : 0, this.#options.window);
  }

  /** Takes the system's shortcut for quick capture. The one before is given up only for one that works. */
  #listenFor(accelerator: string | null): string | null {
    if (accelerator === this.#shortcut) return null;
    if (accelerator !== null && !registered(accelerator, this.#openCapture))
      return `The shortcut ${accelerator} cannot be had: another program has it, or it is none that this system knows.`;
    if (this.#shortcut !== null) globalShortcut.unregister(this.#shortcut);
    this.#shortcut = accelerator;
    return null;
  }

  #showMenu(): void {
    const template = menuTemplate({
      platform: process.platform,
      commands: this.#commands,
      isPackaged: app.isPackaged,
      choose: (id) => {
        this.#choose(id);
      },
      openCapture: this.#openCapture,
      openDataDir: () => {
        void this.#openDataDir().catch((error: unknown) => {
          this.#options.warn((error as Error).message);
        });
      },
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  #choose(id: string): void {
    bringToFront(this.#options.window);
    this.#line.command(id);
  }

  #answer(origin: string): void {
    const { service } = this.#options;
    const isMain = (contents: { readonly id: number }): boolean => contents.id === this.#options.window.webContents.id;
    answerBridge(origin, {
      session: () => ({ baseUrl: service.baseUrl, token: service.token() }),
      offerCommands: (commands, sender) => {
        // Quick capture has no menu of its own, and does not change the window's.
        if (!isMain(sender) || JSON.stringify(commands) === JSON.stringify(this.#commands)) return;
        this.#commands = commands;
        this.#showMenu();
      },
      listening: (sender) => {
        if (isMain(sender)) this.#line.listening();
      },
      chooseModelFile: async (sender) => {
        const owner = BrowserWindow.fromWebContents(sender) ?? this.#options.window;
        const { filePaths } = await dialog.showOpenDialog(owner, {
          title: 'Choose a Model',
          properties: ['openFile'],
          filters: [{ name: 'Models (GGUF)', extensions: ['gguf'] }],
        });
        return filePaths[0] ?? null;
      },
      preferences: () => this.#preferences.now,
      setPreferences: (changes) => this.#preferences.change(changes),
      openDataDir: this.#openDataDir,
      closeCapture: () => {
        this.#capture.hide();
      },
    });
  }
}

/** Electron throws for what is no accelerator, and says false for one that is taken. */
function registered(accelerator: string, run: () => void): boolean {
  try {
    return globalShortcut.register(accelerator, run);
  } catch {
    return false;
  }
}
