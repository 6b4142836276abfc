import { describe, expect, it, vi } from 'vitest';
import { subscribeKey } from 'valtio/utils';
import { Player } from './player.ts';
import { TestEngine, clipMetadata, settled } from './test-engine.ts';

/** Frames of 20 ms each. */
const STEP_MS = 20;
const metadata = (frames: number) =>
  clipMetadata({
    number_of_frames: frames,
    frame_times_ms: Array.from({ length: frames }, (_, index) => index * STEP_MS),
    frame_time_source: 'frame_time',
    frame_rate: 1000 / STEP_MS,
  });

/** A clip that is on the screen, so that frames are decoded ahead. */
async function opened(frames: number, { arrived = frames, decoded = true } = {}) {
  const test = new TestEngine(metadata(frames));
  const player = new Player(test.engine, 2);
  await player.open(new Uint8Array());
  player.readAhead();
  test.arrive(arrived);
  if (decoded) await test.decode();
  return { test, player };
}

const shown = (player: Player): number | undefined => player.frame()?.frame_number;

describe('planes of a volume', () => {
  it('are stepped through and do not play', async () => {
    const test = new TestEngine(clipMetadata({ number_of_frames: 3, frame_axis: 'planes' }));
    const player = new Player(test.engine, 2);
    await player.open(new Uint8Array(), { play: true });
    test.arrive(3);
    await test.decode();
    player.readAhead();
    await test.decode();
    player.play();
    expect(player.state.playing).toBe(false);
    player.step(1);
    expect(shown(player)).toBe(2);
  });
});

describe('a clip that is opened', () => {
  it('shows its first frame as soon as that is decoded, before the others have arrived', async () => {
    const { test, player } = await opened(5, { arrived: 1, decoded: false });
    expect(player.state).toMatchObject({ status: 'ready', frames: 5, available: 1, complete: false });
    expect(player.frame()).toBeNull();
    await test.decode();
    expect(shown(player)).toBe(1);
  });

  it('asks for a picture with the frame that is wanted, and not with those that are decoded ahead', async () => {
    const { test, player } = await opened(5, { decoded: false });
    const changed = vi.fn<() => void>();
    player.onChange = changed;
    await test.decode();
    expect(changed).toHaveBeenCalledTimes(1);
    player.seek(4);
    expect(shown(player)).toBe(5);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('publishes at once that its first frame is decoded, and the count of further frames together', async () => {
    const { test, player } = await opened(5, { decoded: false });
    const counts: number[] = [];
    subscribeKey(player.state, 'decoded', (count) => counts.push(count), true);
    await test.decode();
    expect(counts).toEqual([1]);
    await vi.waitFor(() => expect(player.state.decoded).toBe(5));
    expect(counts).toEqual([1, 5]);
  });

  it('begins at the frame it was left at, also when that frame comes later', async () => {
    const test = new TestEngine(metadata(5));
    const player = new Player(test.engine, 2);
    player.startAt(3);
    await player.open(new Uint8Array());
    test.arrive(1);
    await test.decode();
    expect(player.state.wantedIndex).toBe(3);
    test.arrive(5);
    await test.decode();
    expect(shown(player)).toBe(4);
  });

  it('rests whole with the frame it was left at, and begins again at the frame it is given', async () => {
    const { test, player } = await opened(5);
    player.seek(2);
    player.loopPart({ first: 1, last: 3 });
    player.rest();
    expect(player.state).toMatchObject({ playing: false, part: null, decoded: 1 });
    player.startAt(4);
    player.park(false);
    await test.decode();
    expect(shown(player)).toBe(5);
    expect(player.state.frameIndex).toBe(4);
    player.readAhead();
    await test.decode();
    await vi.waitFor(() => expect(player.state.decoded).toBe(5));
  });

  it('has the frames that came where the file ends early', async () => {
    const { test, player } = await opened(5, { arrived: 3 });
    test.end(3);
    expect(player.state).toMatchObject({ frames: 3, complete: true });
    player.step(-1);
    expect(player.state.wantedIndex).toBe(2);
  });

  it('is open once its handle is there, even when all of its frames have come before', async () => {
    const test = new TestEngine(metadata(2));
    const player = new Player(test.engine, 2);
    const states: unknown[] = [];
    player.onChange = () => states.push([player.state.complete, player.state.open, player.opened !== null]);
    const engineOpens = test.open.bind(test);
    test.open = async (source, options) => {
      const answer = await engineOpens(source, options);
      test.end(2);
      return answer;
    };
    await player.open(new Uint8Array());
    expect(states).toContainEqual([true, false, false]);
    expect(player.state).toMatchObject({ complete: true, open: true });
    expect(player.opened).not.toBeNull();
  });

  it('that could not be opened names the reason, and plays nothing', async () => {
    const test = new TestEngine(metadata(5));
    test.open = async () => ({ ok: false, error: { code: 'no-such-handle', message: 'not there' } });
    const player = new Player(test.engine, 2);
    const changed = vi.fn<() => void>();
    player.onChange = changed;
    await player.open(new Uint8Array());
    expect(player.state).toMatchObject({ status: 'failed', failure: { code: 'no-such-handle' } });
    expect(changed).toHaveBeenCalled();
    player.play();
    expect(player.playing).toBe(false);
  });

  it('and closed meanwhile gives its file back', async () => {
    const test = new TestEngine(metadata(5));
    const player = new Player(test.engine, 2);
    const opening = player.open(new Uint8Array());
    player.close();
    await opening;
    expect(test.released).toHaveLength(1);
    expect(test.waiting.size).toBe(0);
  });
});

describe('playing', () => {
  it('follows the times of the file, and goes round', async () => {
    const { player } = await opened(3);
    player.play();
    expect(player.tick(1000)).toBe(false);
    const frames = [19, 20, 41, 59, 60, 80].map((ms) => {
      player.tick(1000 + ms);
      return shown(player);
    });
    expect(frames).toEqual([1, 2, 3, 3, 1, 2]);
    expect(player.heldFrames).toBe(0);
  });

  it('at half the speed takes twice as long, and without a loop ends at the last frame', async () => {
    const { player } = await opened(3);
    player.setSpeed(0.5);
    player.setLoop(false);
    player.play();
    player.tick(0);
    player.tick(39);
    expect(shown(player)).toBe(1);
    player.tick(40);
    expect(shown(player)).toBe(2);
    player.tick(80);
    player.tick(200);
    expect(player.playing).toBe(false);
    expect(shown(player)).toBe(3);
    // From the end it starts again.
    player.play();
    player.tick(1000);
    player.tick(1040);
    expect(shown(player)).toBe(2);
  });

  it('waits for a frame that is not decoded, counts the wait, and jumps over nothing', async () => {
    const { test, player } = await opened(3, { arrived: 1 });
    player.play();
    player.tick(0);
    expect(player.tick(20)).toBe(false);
    // However long it takes: the time of the wait does not belong to the clip.
    expect(player.tick(40)).toBe(false);
    expect(player.heldFrames).toBe(2);
    expect(shown(player)).toBe(1);
    test.arrive(3);
    await test.decode();
    expect(player.tick(60)).toBe(true);
    expect(shown(player)).toBe(2);
  });

  it('writes nothing into its state between two requests for news', async () => {
    const { player } = await opened(3);
    player.play();
    player.tick(0);
    player.tick(25);
    expect(shown(player)).toBe(2);
    expect(player.state.frameIndex).toBe(0);
    player.publish();
    expect(player.state.frameIndex).toBe(1);
  });

  it('of a still image does nothing', async () => {
    const { player } = await opened(1);
    player.toggle();
    expect(player.playing).toBe(false);
  });
});

describe('moving by hand', () => {
  it('goes round at both ends, and pauses', async () => {
    const { player } = await opened(4);
    player.play();
    player.step(-1);
    expect(player.playing).toBe(false);
    expect(player.state.frameIndex).toBe(3);
    player.step(6);
    expect(player.state.frameIndex).toBe(1);
    player.seek(99);
    expect(player.state.frameIndex).toBe(3);
    player.seek(-5);
    expect(player.state.frameIndex).toBe(0);
  });

  it('keeps the frame before until the wanted one is decoded, and then shows only that one', async () => {
    const { test, player } = await opened(4, { arrived: 1 });
    player.seek(2);
    expect(player.state.wantedIndex).toBe(2);
    expect(shown(player)).toBe(1);
    test.arrive(4);
    await test.decode();
    expect(shown(player)).toBe(3);
    expect(player.state.frameIndex).toBe(2);
  });

  it('reports the wanted frame that cannot be decoded, and no other', async () => {
    const { test, player } = await opened(3, { decoded: false });
    await test.refuse(2, { code: 'engine-closed', message: 'broken' });
    expect(player.state.frameFailure).toBeNull();
    player.seek(1);
    expect(player.state.frameFailure).toMatchObject({ message: 'broken' });
    player.seek(0);
    expect(player.state.frameFailure).toBeNull();
  });
});

describe('a clip next to the one that is looked at', () => {
  it('is paused, and does not play on when its turn comes', async () => {
    const { player } = await opened(4);
    player.play();
    player.park(true);
    expect(player.playing).toBe(false);
    player.park(false);
    await settled();
    expect(player.playing).toBe(false);
    expect(shown(player)).toBe(1);
  });
});
