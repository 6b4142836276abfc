/** Shaders of the viewer. A changed text needs a new command cache: npm run regl-cache. */

/*
 * The parameters of a drawing come as one matrix, column by column: single numbers would be boxed for every call, and a playing
 * clip would make garbage.
 */

/**
 * The frame, or a part of it: a rectangle in screen space; `uv` runs over `part` of the image in pixels, x from
 * part[0] to part[2] and y from part[1] to part[3]; the whole one is 0..width and 0..height.
 * Columns of `picture`: rectangle; image size and texture size; sampling, layout and palette size; smooth,
 * black and width of the window, signed.
 */
export const FRAME_VERTEX = `
precision highp float;
attribute vec2 corner;
uniform mat4 picture;
uniform vec4 part;
varying vec2 uv;
void main() {
  vec4 rectangle = picture[0];
  uv = mix(part.xy, part.zw, corner);
  gl_Position = vec4(mix(rectangle.xy, rectangle.zw, corner), 0.0, 1.0);
}`;

/**
 * Layouts of bindings/src/engine/api.ts: 0 grey 8 bit, 1 planes YCbCr, 2 rgb, 3 palette, 4 grey 16 bit. Full-range BT.601.
 * Samples are clamped half a texel inside their part and plane, so that no filter reads across a seam.
 */
export const FRAME_FRAGMENT = `
precision highp float;
uniform sampler2D frame;
uniform sampler2D palette;
uniform mat4 picture;
uniform vec4 part;
varying vec2 uv;

vec4 texel(vec2 at) { return texture2D(frame, at / picture[1].zw); }

vec2 inside(vec2 at, vec2 size) { return clamp(at, vec2(0.5), size - 0.5); }

void main() {
  vec2 imageSize = picture[1].xy;
  vec2 sampling = picture[2].xy;
  float layout = picture[2].z;
  float paletteSize = picture[2].w;
  float smooth_ = picture[3].x;
  vec2 windowing = picture[3].yz;
  float signed_ = picture[3].w;
  vec2 at = smooth_ > 0.5 ? uv : floor(uv) + 0.5;
  at = clamp(at, part.xy + 0.5, part.zw - 0.5);
  vec3 colour;
  if (layout < 0.5) {
    colour = vec3(texel(at).r);
  } else if (layout < 1.5) {
    vec2 chromaSize = ceil(imageSize / sampling);
    vec2 c = inside(at / sampling, chromaSize);
    vec2 second = sampling.x < 1.5 ? vec2(0.0, chromaSize.y) : vec2(chromaSize.x, 0.0);
    float y = texel(at).r;
    float cb = texel(c + vec2(0.0, imageSize.y)).r - 0.50196078;
    float cr = texel(c + vec2(0.0, imageSize.y) + second).r - 0.50196078;
    colour = vec3(y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb);
  } else if (layout < 2.5) {
    colour = texel(at).rgb;
  } else if (layout < 3.5) {
    float index = texel(floor(uv) + 0.5).r * 255.0;
    colour = texture2D(palette, vec2((index + 0.5) / paletteSize, 0.5)).rgb;
  } else {
    vec4 bytes = texel(floor(uv) + 0.5);
    float value = bytes.r * 255.0 + bytes.a * 65280.0;
    if (signed_ > 0.5 && value > 32767.5) value -= 65536.0;
    colour = vec3(value);
  }
  // windowing: value shown black, and values from black to white.
  gl_FragColor = vec4(clamp((colour - windowing.x) / windowing.y, 0.0, 1.0), 1.0);
}`;

/** Lines of the overlay in screen pixels. Columns of `line`: colour without, then with its opacity and the canvas. */
export const LINE_VERTEX = `
precision highp float;
attribute vec2 position;
uniform mat3 line;
void main() {
  vec2 at = position / line[1].yz * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}`;

/** Words of the overlay: corners in screen pixels, and their place in the texture of words. `sheet`: size of the canvas. */
export const LABEL_VERTEX = `
precision highp float;
attribute vec2 position;
attribute vec2 corner;
uniform vec2 sheet;
varying vec2 uv;
void main() {
  uv = corner;
  vec2 at = position / sheet * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}`;

/** Colours of the texture have their opacity multiplied in. */
export const LABEL_FRAGMENT = `
precision highp float;
uniform sampler2D words;
varying vec2 uv;
void main() { gl_FragColor = texture2D(words, uv); }`;

export const LINE_FRAGMENT = `
precision highp float;
uniform mat3 line;
void main() { gl_FragColor = vec4(line[0], line[1].x); }`;
