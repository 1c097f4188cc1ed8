/** Turn flat motifs into a woven mat. Each pixel row becomes a strand of sedge with its own tone; dye multiplies
 * with the straw, ends a little unevenly, and warp threads run down over everything. */

import { binding, dye, small, type Mat } from "./motifs";

const STRAW: readonly [number, number, number] = [231, 210, 157];

export function weave(canvas: OffscreenCanvas, size: Omit<Mat, "strand">, ratio: number): void {
  const { width, height } = size;
  const strand = small(size) ? 2 : 3;
  const mat: Mat = { ...size, strand };
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const rows = Math.ceil(height / strand);
  const strands = spin(mat, rows);
  if (!strands) return;
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(strands, 0, 0, width, rows, 0, 0, canvas.width, rows * strand * ratio);
  ctx.scale(ratio, ratio);
  shade(ctx, mat, ratio);
  bind(ctx, mat);
}

/** One pixel row per strand: straw of changing tone, dyed where the motifs are. */
function spin(mat: Mat, rows: number): OffscreenCanvas | null {
  const flat = new OffscreenCanvas(Math.round(mat.width), rows);
  const ctx = flat.getContext("2d", { willReadFrequently: true });
  if (!ctx) return null;
  ctx.scale(1, 1 / mat.strand);
  dye(ctx, mat);
  const picture = ctx.getImageData(0, 0, flat.width, rows);
  const data = picture.data;
  const random = seeded(7);
  const line = new Uint8ClampedArray(flat.width * 4);
  for (let row = 0; row < rows; row++) {
    const start = row * flat.width * 4;
    line.set(data.subarray(start, start + line.length));
    const tone = 0.955 + random() * 0.075;
    const warm = (random() - 0.5) * 0.03;
    const slip = Math.round((random() - 0.5) * 1.6);
    const soak = 0.74 + random() * 0.14;
    const drift = random() * 6.3;
    for (let x = 0; x < flat.width; x++) {
      const from = Math.min(flat.width - 1, Math.max(0, x + slip)) * 4;
      const wave = tone + 0.018 * Math.sin(x / 37 + drift);
      const depth = line[from + 3] ?? 0;
      const dyed = depth > 70 ? soak * (depth > 190 ? 1 : 0.6) : 0;
      const at = start + x * 4;
      for (let part = 0; part < 3; part++) {
        const straw = (STRAW[part] ?? 0) * (wave + (part === 0 ? warm : part === 2 ? -warm : 0));
        const ink = (line[from + part] ?? 0) / 255;
        data[at + part] = straw * (1 - dyed + dyed * Math.min(1, ink * 1.08));
      }
      data[at + 3] = 255;
    }
  }
  ctx.putImageData(picture, 0, 0);
  return flat;
}

/** Roundness of each strand, the dips where warp threads hold it, and light falling on the whole. */
function shade(ctx: OffscreenCanvasRenderingContext2D, mat: Mat, ratio: number): void {
  const { width, height, strand } = mat;
  const gap = strand < 3 ? 9 : 11;
  const tile = new OffscreenCanvas(Math.round(gap * 2 * ratio), Math.round(strand * 2 * ratio));
  const pen = tile.getContext("2d");
  if (!pen) return;
  pen.scale(tile.width / (gap * 2), tile.height / (strand * 2));
  for (const row of [0, 1]) {
    const round = pen.createLinearGradient(0, row * strand, 0, (row + 1) * strand);
    round.addColorStop(0, "rgba(255,250,225,.30)");
    round.addColorStop(0.35, "rgba(255,250,225,.05)");
    round.addColorStop(0.75, "rgba(70,44,6,.10)");
    round.addColorStop(1, "rgba(60,36,4,.36)");
    pen.fillStyle = round;
    pen.fillRect(0, row * strand, gap * 2, strand);
    for (const column of [0, 1]) {
      const over = (row + column) % 2 === 0;
      const x = column * gap;
      const dip = pen.createLinearGradient(x, 0, x + gap, 0);
      dip.addColorStop(0, over ? "rgba(64,38,4,.26)" : "rgba(64,38,4,.10)");
      dip.addColorStop(0.16, "rgba(64,38,4,0)");
      dip.addColorStop(0.84, "rgba(64,38,4,0)");
      dip.addColorStop(1, over ? "rgba(64,38,4,.20)" : "rgba(64,38,4,.06)");
      pen.fillStyle = dip;
      pen.fillRect(x, row * strand, gap, strand);
    }
  }
  const pattern = ctx.createPattern(tile, "repeat");
  if (pattern) {
    pattern.setTransform(new DOMMatrix().scale((gap * 2) / tile.width, (strand * 2) / tile.height));
    ctx.fillStyle = pattern;
    ctx.fillRect(0, 0, width, height);
  }
  const light = ctx.createRadialGradient(width / 2, height * 0.42, 0, width / 2, height * 0.5, Math.max(width, height) * 0.72);
  light.addColorStop(0, "rgba(255,246,214,.16)");
  light.addColorStop(0.55, "rgba(255,246,214,0)");
  light.addColorStop(1, "rgba(58,32,4,.34)");
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, width, height);
}

/** The red cloth sewn round the edge, with its seam. */
function bind(ctx: OffscreenCanvasRenderingContext2D, mat: Mat): void {
  const wide = binding(mat);
  ctx.strokeStyle = "#8d211b";
  ctx.lineWidth = wide;
  ctx.strokeRect(wide / 2, wide / 2, mat.width - wide, mat.height - wide);
  ctx.strokeStyle = "rgba(255,214,170,.22)";
  ctx.lineWidth = 1;
  ctx.strokeRect(1.5, 1.5, mat.width - 3, mat.height - 3);
  ctx.strokeStyle = "rgba(20,4,2,.45)";
  ctx.strokeRect(wide - 0.5, wide - 0.5, mat.width - 2 * wide + 1, mat.height - 2 * wide + 1);
  ctx.setLineDash([4, 4]);
  ctx.strokeStyle = "rgba(240,205,130,.55)";
  ctx.strokeRect(wide - 2.5, wide - 2.5, mat.width - 2 * wide + 5, mat.height - 2 * wide + 5);
  ctx.setLineDash([]);
}

/** A small RNG with a fixed seed: the same mat every time. */
function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
