/** Motifs of the mat: border bands, peonies, the double happiness 囍. Drawn flat in three dyes; `weave.ts` turns them
 * into strands. Units are CSS pixels. */

export const DYES = { lacquer: "#a3231d", jade: "#14644f", saffron: "#c8780f" } as const;
type Dye = keyof typeof DYES;

/** A running key fret, seven strands high. The bottom row is its ground line. */
const FRET = ["#######.", "#.....#.", "#.###.#.", "#.#.#.#.", "#.#...#.", "#.#####.", "#.......", "########"];

export type Motifs = "full" | "border" | "bands";

export interface Mat {
  width: number;
  height: number;
  /** Height at the bottom that something else covers. */
  under: number;
  /** All motifs, the border alone, or a few bands where there is no room for more. */
  motifs: Motifs;
  /** Height of one strand of sedge. */
  strand: number;
}

/** Return the width of the cloth sewn round the edge. */
export function binding(mat: Mat): number {
  return small(mat) ? 6 : 11;
}

/** Return the width of the whole border, so that things on the mat can keep clear of it. */
export function borderOf(mat: Mat): number {
  return binding(mat) + (FRET.length + 6) * mat.strand;
}

export function small(mat: { width: number; height: number }): boolean {
  return Math.min(mat.width, mat.height) < 520;
}

export function dye(ctx: OffscreenCanvasRenderingContext2D, mat: Mat): void {
  if (mat.motifs === "bands") bands(ctx, mat);
  else border(ctx, mat);
  if (mat.motifs !== "full") return;
  const edge = borderOf(mat);
  const field = Math.min(mat.width, mat.height) - 2 * edge;
  const corner = Math.min(field * 0.21, 118);
  for (const [sx, sy] of [[1, 1], [-1, 1], [1, -1], [-1, -1]] as const) {
    ctx.save();
    ctx.translate(sx > 0 ? edge : mat.width - edge, sy > 0 ? edge : mat.height - edge);
    ctx.scale(sx, sy);
    spray(ctx, corner);
    ctx.restore();
  }
  ctx.save();
  ctx.translate(mat.width / 2, (mat.height - mat.under) / 2);
  ctx.globalAlpha = 0.62;
  medallion(ctx, Math.min(field * 0.42, (mat.height - Math.abs(mat.under)) * 0.4, 210));
  ctx.restore();
}

function border(ctx: OffscreenCanvasRenderingContext2D, mat: Mat): void {
  const { width, height, strand } = mat;
  // Everything is aligned to whole strands, or the weave would blur the fret.
  const whole = Math.floor(height / strand) * strand;
  let at = Math.ceil(binding(mat) / strand) * strand + strand;
  frame(ctx, width, whole, at, strand);
  at += 2 * strand;
  const size = FRET.length * strand;
  ctx.fillStyle = DYES.lacquer;
  const across = fret(width - 2 * (at + size), strand);
  const down = fret(whole - 2 * (at + size), strand);
  for (const [along, row] of across(at + size)) {
    ctx.fillRect(along, at + row, strand, strand);
    ctx.fillRect(along, whole - at - row - strand, strand, strand);
  }
  for (const [along, row] of down(at + size)) {
    ctx.fillRect(at + row, along, strand, strand);
    ctx.fillRect(width - at - row - strand, along, strand, strand);
  }
  for (const x of [at, width - at - size]) {
    for (const y of [at, whole - at - size]) cornerKnot(ctx, x, y, size, strand);
  }
  frame(ctx, width, whole, at + size + strand, strand);
}

/** A plain border for small mats: three lines. */
function bands(ctx: OffscreenCanvasRenderingContext2D, mat: Mat): void {
  const whole = Math.floor(mat.height / mat.strand) * mat.strand;
  const at = Math.ceil(binding(mat) / mat.strand) * mat.strand + mat.strand;
  for (const [step, thick, colour] of [[0, 1, "jade"], [2, 2, "lacquer"], [5, 1, "jade"]] as const) {
    ctx.strokeStyle = DYES[colour];
    ctx.lineWidth = thick * mat.strand;
    const inset = at + step * mat.strand + (thick * mat.strand) / 2;
    ctx.strokeRect(inset, inset, mat.width - 2 * inset, whole - 2 * inset);
  }
}

/** Return the cells of a fret along an edge: as many whole keys as fit, centred, with a continuous ground line. */
function fret(length: number, cell: number): (from: number) => [number, number][] {
  const columns = FRET[0]?.length ?? 1;
  const cells = Math.floor(length / cell);
  const keys = Math.floor(cells / columns) * columns;
  const lead = Math.floor((cells - keys) / 2);
  return (from) => {
    const found: [number, number][] = [];
    for (let column = 0; column < cells; column++) {
      const key = column - lead;
      FRET.forEach((row, number) => {
        const ground = number === FRET.length - 1;
        if (ground || (key >= 0 && key < keys && row[key % columns] === "#")) found.push([from + column * cell, number * cell]);
      });
    }
    return found;
  };
}

/** A thin jade line all round, inset from the edge. */
function frame(ctx: OffscreenCanvasRenderingContext2D, width: number, height: number, at: number, thick: number): void {
  ctx.strokeStyle = DYES.jade;
  ctx.lineWidth = thick;
  ctx.strokeRect(at + thick / 2, at + thick / 2, width - 2 * at - thick, height - 2 * at - thick);
}

function cornerKnot(ctx: OffscreenCanvasRenderingContext2D, x: number, y: number, size: number, cell: number): void {
  ctx.save();
  ctx.translate(x + size / 2, y + size / 2);
  ctx.strokeStyle = DYES.lacquer;
  ctx.lineWidth = cell;
  ctx.strokeRect(-size / 2 + cell / 2, -size / 2 + cell / 2, size - cell, size - cell);
  ctx.fillStyle = DYES.saffron;
  const r = size / 2 - 2 * cell;
  polygon(ctx, [[0, -r], [r, 0], [0, r], [-r, 0]]);
  ctx.restore();
}

/** A peony in the corner, leaves round it, and a stem with a bud along each edge. */
function spray(ctx: OffscreenCanvasRenderingContext2D, size: number): void {
  for (const mirrored of [false, true]) {
    ctx.save();
    if (mirrored) ctx.transform(0, 1, 1, 0, 0, 0);
    ctx.strokeStyle = DYES.jade;
    ctx.lineWidth = Math.max(2, size * 0.035);
    ctx.beginPath();
    ctx.moveTo(size * 0.8, size * 0.75);
    ctx.bezierCurveTo(size * 1.5, size * 0.95, size * 1.7, size * 0.5, size * 2.15, size * 0.42);
    ctx.stroke();
    for (const [x, y, turn, length] of [
      [1.36, 0.78, 0.75, 0.5], [1.58, 0.66, -1.15, 0.42], [1.86, 0.52, 0.6, 0.4], [1.15, 0.6, -0.75, 0.46],
    ] as const) leaf(ctx, size * x, size * y, turn, size * length);
    ctx.save();
    ctx.translate(size * 2.15, size * 0.42);
    ctx.rotate(-0.15);
    bud(ctx, size * 0.17);
    ctx.restore();
    ctx.restore();
  }
  leaf(ctx, size * 1.1, size * 1.1, Math.PI / 4, size * 0.55);
  ctx.translate(size * 0.74, size * 0.74);
  peony(ctx, size * 0.62);
}

function peony(ctx: OffscreenCanvasRenderingContext2D, radius: number): void {
  const rings: [number, number, Dye, number][] = [
    [1, 9, "lacquer", 0], [0.74, 7, "lacquer", 0.3], [0.48, 5, "saffron", 0.1],
  ];
  for (const [share, petals, colour, twist] of rings) {
    const r = radius * share;
    for (let petal = 0; petal < petals; petal++) {
      ctx.save();
      ctx.rotate(twist + (petal / petals) * 2 * Math.PI);
      ctx.beginPath();
      const half = Math.PI / petals;
      ctx.moveTo(0, 0);
      ctx.bezierCurveTo(r * 0.5, -r * half * 1.25, r * 1.02, -r * half * 1.05, r * 0.98, -r * half * 0.28);
      ctx.quadraticCurveTo(r * 0.9, 0, r * 0.98, r * half * 0.28);
      ctx.bezierCurveTo(r * 1.02, r * half * 1.05, r * 0.5, r * half * 1.25, 0, 0);
      cutAndFill(ctx, DYES[colour], Math.max(1.6, radius * 0.055));
      ctx.restore();
    }
  }
  ctx.beginPath();
  ctx.arc(0, 0, radius * 0.17, 0, 7);
  cutAndFill(ctx, DYES.lacquer, 2);
}

function leaf(ctx: OffscreenCanvasRenderingContext2D, x: number, y: number, turn: number, length: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.bezierCurveTo(length * 0.22, -length * 0.3, length * 0.7, -length * 0.26, length, 0);
  ctx.bezierCurveTo(length * 0.7, length * 0.18, length * 0.22, length * 0.24, 0, 0);
  cutAndFill(ctx, DYES.jade, 1.5);
  ctx.restore();
}

function bud(ctx: OffscreenCanvasRenderingContext2D, r: number): void {
  for (const [turn, share] of [[-0.6, 1.25], [0.6, 1.25], [0, 1.6]] as const) {
    ctx.save();
    ctx.rotate(turn);
    ctx.beginPath();
    ctx.moveTo(-r * 0.5, 0);
    ctx.bezierCurveTo(0, -r * 0.9, r * share * 0.8, -r * 0.5, r * share, 0);
    ctx.bezierCurveTo(r * share * 0.8, r * 0.5, 0, r * 0.9, -r * 0.5, 0);
    cutAndFill(ctx, DYES.lacquer, 1.5);
    ctx.restore();
  }
}

/** 囍 in a lotus: two rings of pointed petals round a disc. */
function medallion(ctx: OffscreenCanvasRenderingContext2D, r: number): void {
  for (const [petals, from, to, wide, colour, twist] of [
    [16, 0.62, 1, 0.115, "jade", Math.PI / 16],
    [16, 0.56, 0.92, 0.125, "lacquer", 0],
  ] as const) {
    for (let petal = 0; petal < petals; petal++) {
      ctx.save();
      ctx.rotate(twist + (petal / petals) * 2 * Math.PI);
      ctx.beginPath();
      ctx.moveTo(r * from, 0);
      ctx.bezierCurveTo(r * (from + 0.1), -r * wide * 1.3, r * (to - 0.12), -r * wide, r * to, 0);
      ctx.bezierCurveTo(r * (to - 0.12), r * wide, r * (from + 0.1), r * wide * 1.3, r * from, 0);
      cutAndFill(ctx, DYES[colour], Math.max(2, r * 0.022));
      ctx.restore();
    }
  }
  ctx.beginPath();
  ctx.arc(0, 0, r * 0.66, 0, 7);
  cut(ctx);
  for (const [share, thick, colour] of [[0.63, 0.035, "lacquer"], [0.565, 0.018, "jade"]] as const) {
    ctx.strokeStyle = DYES[colour];
    ctx.lineWidth = Math.max(2, r * thick);
    ctx.beginPath();
    ctx.arc(0, 0, r * share, 0, 7);
    ctx.stroke();
  }
  doubleHappiness(ctx, r * 0.74);
}

/** 囍 of straight bars, on a grid of 19 by 17. */
function doubleHappiness(ctx: OffscreenCanvasRenderingContext2D, size: number): void {
  const unit = size / 18;
  ctx.save();
  ctx.translate(-9.5 * unit, -9 * unit);
  ctx.scale(unit, unit);
  ctx.fillStyle = DYES.lacquer;
  const bars: [number, number, number, number][] = [[0, 1.6, 19, 1.4], [0, 11, 19, 1.4]];
  for (const left of [0.4, 10]) {
    bars.push([left + 3.6, 0, 1.4, 5], [left + 1.2, 4.4, 6.2, 1.3]);
    for (const top of [6.6, 13.2]) {
      bars.push([left + 0.9, top, 6.8, 1.2], [left + 0.9, top + 2.4, 6.8, 1.2]);
      bars.push([left + 0.9, top, 1.3, 3.6], [left + 6.4, top, 1.3, 3.6]);
    }
    bars.push([left + 2, 10, 1.3, 1.2], [left + 5.3, 10, 1.3, 1.2]);
  }
  ctx.beginPath();
  for (const bar of bars) ctx.rect(...bar);
  ctx.fill();
  ctx.restore();
}

function polygon(ctx: OffscreenCanvasRenderingContext2D, points: [number, number][]): void {
  ctx.beginPath();
  points.forEach(([x, y], index) => (index ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
  ctx.fill();
}

/** Fill the path and leave a line of bare straw round it, so that touching shapes stay apart. */
function cutAndFill(ctx: OffscreenCanvasRenderingContext2D, colour: string, gap: number): void {
  ctx.lineWidth = gap;
  cut(ctx);
  ctx.fillStyle = colour;
  ctx.fill();
}

/** Remove the dye from the path and its outline. */
function cut(ctx: OffscreenCanvasRenderingContext2D): void {
  ctx.save();
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = "destination-out";
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}
