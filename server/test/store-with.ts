import type { ObjectStore } from '../src/objects/store.ts';

/** A store with some members replaced; all others are the store's. Stores are classes, so a spread would lose their methods. */
export const storeWith = (store: ObjectStore, replaced: Partial<Record<keyof ObjectStore, unknown>>): ObjectStore =>
  new Proxy(store, {
    get: (target, name) => {
      if (Object.hasOwn(replaced, name)) return replaced[name as keyof ObjectStore];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
