/** Refuses a build in which a component of Mantine has no style sheet: the pages import only the sheets they need (web/src/ui/mantine-styles.ts). */
import type { Plugin, Rolldown } from 'vite';

/** The classes of a component, which come with its code. */
const CLASSES = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/;
const SHEET = /@mantine[\\/]core[\\/]styles[\\/](\w+)\.css$/;

/** Names that a pattern finds in the addresses of modules. */
const named = (ids: Iterable<string>, pattern: RegExp): Set<string> =>
  new Set([...ids].flatMap((id) => pattern.exec(id.replace(/\?.*$/, ''))?.[1] ?? []));

export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
      const kept = chunks
        .flatMap(({ modules }) => Object.entries(modules))
        .flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
      const sheets = named(this.getModuleIds(), SHEET);
      const missing = [...named(kept, CLASSES)].filter((name) => !sheets.has(name));
      if (missing.length > 0) throw new Error(`web/src/ui/mantine-styles.ts lacks the style sheets of ${missing.join(', ')}.`);
    },
  };
}
