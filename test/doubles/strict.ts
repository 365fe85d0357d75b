// What keeps the double honest: a thing it does not have is an error, never `undefined`.

export class NotDoubled extends Error {
  constructor(what: string) {
    super(`The double of Electron has no ${what}; add it, or do without`);
    this.name = 'NotDoubled';
  }
}

/** Names that promises, assertion libraries and inspectors look for on any object. */
const probes = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '@@__IMMUTABLE_ITERABLE__@@',
  '@@__IMMUTABLE_RECORD__@@',
]);

/** `target`, except that reading a property which it lacks throws. `name` is for the message. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !probes.has(key) && !key.startsWith('$$')) throw new NotDoubled(`${name}.${key}`);
      const value: unknown = Reflect.get(object, key, object);
      // Bound, because private fields are not reachable through a proxy.
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(object) : value;
    },
  });
}

/** An event whose default a listener can prevent. */
export function cancellable<T extends object>(details: T): T & { preventDefault(): void; defaultPrevented: boolean } {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
