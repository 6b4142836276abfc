/** The one texture that holds the frame on screen: made by regl, filled by WebGL itself. */
import type { Regl, Texture2D } from 'regl';
import type { FrameView } from '@echometry/bindings/engine/api.ts';

/** Shape of the texture. */
interface Shape {
  layout: FrameView['layout'] | null;
  wide: boolean;
  width: number;
  rows: number;
}
const NO_SHAPE: Shape = { layout: null, wide: false, width: 0, rows: 0 };

/** Samples wider than a byte go up as two bytes each. */
const isWide = (view: FrameView): boolean => view.bits === 16;

export class FrameTexture {
  readonly texture: Texture2D;
  readonly #gl: WebGLRenderingContext;
  /** The last unit: regl takes them in ascending order, and never comes to this one with the few textures there are. */
  readonly #unit: number;
  #shape = NO_SHAPE;
  #uploaded: FrameView | null = null;
  /** Wide samples as bytes, looked at once for each decoded frame: a clip that plays makes no garbage. */
  readonly #bytes = new WeakMap<FrameView, Uint8Array>();

  constructor(regl: Regl) {
    this.texture = regl.texture({ width: 1, height: 1, format: 'luminance' });
    this.#gl = regl._gl;
    this.#unit = regl._gl.TEXTURE0 + regl.limits.maxTextureUnits - 1;
  }

  /** Uploads a frame, unless it is there already. */
  show(view: FrameView): void {
    if (this.#uploaded === view) return;
    const data = this.#dataOf(view);
    if (!data) return;
    const shape = this.#shape;
    const width = texelsOf(view);
    if (shape.layout === view.layout && shape.wide === isWide(view) && shape.width === width && shape.rows === view.rows)
      this.#fill(view, width, data);
    else this.#make(view, width, data);
    this.#uploaded = view;
  }

  /** Forgets which frame is on the card: its memory may be used for another, or the card has lost it. */
  forget(): void {
    this.#uploaded = null;
  }

  /** Lets go of the picture: one pixel of memory stays. */
  clear(): void {
    this.texture({ width: 1, height: 1, format: 'luminance' });
    this.#shape = NO_SHAPE;
    this.#uploaded = null;
  }

  #make(view: FrameView, width: number, data: Uint8Array): void {
    const wide = isWide(view);
    const format = view.layout === 'rgb' ? 'rgb' : wide ? 'luminance alpha' : 'luminance';
    const filter = wide || view.layout === 'palette' ? 'nearest' : 'linear';
    this.texture({ width, height: view.rows, format, data, alignment: 1, mag: filter, min: filter, wrap: 'clamp' } as never);
    this.#shape = { layout: view.layout, wide, width, rows: view.rows };
  }

  /** Without regl, whose `subimage` describes every upload by new objects. */
  #fill(view: FrameView, width: number, data: Uint8Array): void {
    const gl = this.#gl;
    const format = view.layout === 'rgb' ? gl.RGB : isWide(view) ? gl.LUMINANCE_ALPHA : gl.LUMINANCE;
    gl.activeTexture(this.#unit);
    gl.bindTexture(gl.TEXTURE_2D, handleOf(this.texture));
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, view.rows, format, gl.UNSIGNED_BYTE, data);
  }

  #dataOf(view: FrameView): Uint8Array | null {
    const buffer = view.buffers[0];
    if (!buffer) return null;
    if (!isWide(view)) return buffer as Uint8Array;
    let bytes = this.#bytes.get(view);
    if (!bytes) {
      bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      this.#bytes.set(view, bytes);
    }
    return bytes;
  }
}

/** Texels of a row: a texel of RGB holds three samples. */
export function texelsOf(view: FrameView): number {
  return view.layout === 'rgb' ? view.stride / 3 : view.stride;
}

/** What WebGL calls the texture; another one after the context was restored. */
function handleOf(texture: Texture2D): WebGLTexture {
  return (texture as unknown as { _texture: { texture: WebGLTexture } })._texture.texture;
}
