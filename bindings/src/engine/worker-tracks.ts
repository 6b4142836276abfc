/** The ways through clips along which one worker follows lines. */
import * as wasm from '../../wasm/full/engine.js';
import { noSuchHandle } from './failure.ts';
import type { DecodeRequest, TrackCall } from './worker-messages.ts';

/** Result of a step that returns nothing. */
const NOTHING = 'null';

/** A decoder for a frame, and the frame's bytes. */
export type FrameSource = (request: DecodeRequest) => { decoder: wasm.FrameDecoder; bytes: Uint8Array };

export class WorkerTracks {
  readonly #trackers = new Map<number, wasm.Tracker>();

  /** Takes one step; returns its JSON text. Throws what the engine throws. */
  take(call: TrackCall, source: FrameSource): string {
    if (call.type === 'join') return wasm.join_tracks(call.request, call.forward, call.backward, call.from_last, call.from_first);
    if (call.type === 'begin') return this.#begin(call);
    const tracker = this.#trackers.get(call.job);
    if (call.type === 'end') {
      tracker?.free();
      this.#trackers.delete(call.job);
      return NOTHING;
    }
    // The worker was restarted: what it had followed is gone.
    if (!tracker) throw noSuchHandle();
    if (call.type === 'found') return tracker.found();
    if (call.type === 'way-back') return tracker.way_back();
    if (call.type === 'show-picture') {
      const { frame_number, buffers, stride, width, height } = call.view;
      tracker.show_luma(frame_number, (buffers[0] as Uint8Array).subarray(0, stride * height), stride, width, height);
      return NOTHING;
    }
    const { decoder, bytes } = source(call.frame);
    tracker.show(call.frame.frame_number, decoder, bytes, call.frame.place.skip_bits);
    return NOTHING;
  }

  #begin({ job, request, direction, part: [first, last] }: Extract<TrackCall, { type: 'begin' }>): string {
    const tracker = new wasm.Tracker(request, JSON.stringify(direction), first, last);
    this.#trackers.set(job, tracker);
    return JSON.stringify([...tracker.order()]);
  }
}
