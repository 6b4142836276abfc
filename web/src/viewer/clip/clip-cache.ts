/** Clips that are open: the one looked at, and its neighbours with one frame ready, so that a switch shows it at once. */
import type { FileSource } from '@echometry/bindings/engine/api.ts';
import { messages } from '../messages.ts';
import type { Player } from './player.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

export interface ClipFile {
  filename: string;
  instanceId: string;
  sizeBytes: number;
}

export interface ClipPorts {
  makePlayer: (file: ClipFile) => Player;
  /** Where the file is read from; null when the store has none. */
  sourceOf: (filename: string) => Promise<FileSource | null>;
  /** Sets a new player to how its image was left. */
  prepare: (player: Player, file: ClipFile) => void;
}

/** Neighbours larger than this are opened when they are asked for, in bytes: the memory holds their whole file. */
export const MAX_PREFETCH_BYTES = 32 * 1024 ** 2;
/** Clips open at once: the one looked at and those on either side, before and after a switch. */
const MAX_CLIPS = 4;

export class ClipCache {
  readonly #ports: ClipPorts;
  /** From the one looked at longest ago to the newest. */
  readonly #clips = new Map<string, Player>();
  /** Files that were open when the last page let go of them, and were not shown since. */
  readonly #rested = new Set<string>();

  constructor(ports: ClipPorts) {
    this.#ports = ports;
  }

  /** The player of a file, which is the one looked at now. */
  show(file: ClipFile): Player {
    const known = this.#known(file);
    for (const [filename, player] of this.#clips) if (filename !== file.filename) player.park(true);
    if (known) {
      this.#clips.delete(file.filename);
      this.#clips.set(file.filename, known);
      known.park(false);
      return known;
    }
    const player = this.#open(file);
    this.#evict(file.filename);
    return player;
  }

  /** The players of several files that are looked at next to each other, in their order. */
  showAll(files: readonly ClipFile[]): Player[] {
    const names = new Set(files.map(({ filename }) => filename));
    for (const [filename, player] of this.#clips) player.park(!names.has(filename));
    const players = files.map((file) => this.#known(file) ?? this.#open(file));
    const [first] = files;
    if (first) this.#evict(first.filename, names);
    return players;
  }

  /** Opens neighbours that are small enough, in addition to the one looked at. */
  prefetch(files: readonly ClipFile[]): void {
    const shown = [...this.#clips.keys()].at(-1);
    for (const file of files) {
      if (this.#clips.has(file.filename) || file.sizeBytes > MAX_PREFETCH_BYTES) continue;
      this.#open(file).park(true);
    }
    if (shown === undefined) return;
    // The one looked at stays the newest.
    const current = this.#clips.get(shown);
    this.#clips.delete(shown);
    if (current) this.#clips.set(shown, current);
    this.#evict(shown, new Set(files.map(({ filename }) => filename)));
  }

  /** Opens a file again after it failed. */
  renew(file: ClipFile): Player {
    this.#close(file.filename);
    return this.show(file);
  }

  /** No page shows the clips: each keeps one frame for the next page. */
  rest(): void {
    for (const [filename, player] of this.#clips) {
      player.rest();
      this.#rested.add(filename);
    }
  }

  close(): void {
    for (const filename of this.#clips.keys()) this.#close(filename);
  }

  /** The open player of a file. After a rest it begins as its image was left; a file that failed is opened again. */
  #known(file: ClipFile): Player | undefined {
    const player = this.#clips.get(file.filename);
    if (!player || !this.#rested.delete(file.filename)) return player;
    if (player.state.status === 'failed') {
      this.#close(file.filename);
      return undefined;
    }
    this.#ports.prepare(player, file);
    return player;
  }

  #open(file: ClipFile): Player {
    const player = this.#ports.makePlayer(file);
    this.#clips.set(file.filename, player);
    this.#ports.prepare(player, file);
    const fail = (message: string): void => {
      player.fail({ code: 'network', message, status: null });
    };
    this.#ports
      .sourceOf(file.filename)
      .then((source) => (source === null ? fail(messages.picture.noFile) : player.open(source)))
      .catch((error: unknown) => {
        fail(messageOf(error));
      });
    return player;
  }

  #evict(shown: string, wanted: ReadonlySet<string> = new Set()): void {
    for (const filename of this.#clips.keys()) {
      if (this.#clips.size <= MAX_CLIPS) return;
      if (filename !== shown && !wanted.has(filename)) this.#close(filename);
    }
  }

  #close(filename: string): void {
    this.#clips.get(filename)?.close();
    this.#clips.delete(filename);
    this.#rested.delete(filename);
  }
}
