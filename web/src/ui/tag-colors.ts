export const tagHues = ['green', 'red', 'amber', 'blue', 'violet', 'teal', 'pink', 'gray'] as const;
export type TagHue = (typeof tagHues)[number];

/** The colours that the application stores for the eight hues. Other colours are shown in the nearest hue. */
export const storedColors: Record<TagHue, string> = {
  green: '#2B6A50',
  red: '#A3342A',
  amber: '#C08418',
  blue: '#2F66AD',
  violet: '#6D4BB5',
  teal: '#1D7A82',
  pink: '#B23A7C',
  gray: '#726B5F',
};

/** Below this chroma (OKLab) a colour has no hue to speak of. */
const grayChroma = 0.035;

/** The nearest of the eight hues by angle; gray for a colour without a hue and for a tag without a colour. */
export function tagHue(color: string | null | undefined): TagHue {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return 'gray';
  const stored = tagHues.find((hue) => storedColors[hue] === color.toUpperCase());
  if (stored) return stored;
  const { chroma, angle } = toPolar(color);
  if (chroma < grayChroma) return 'gray';
  return angles.reduce((nearest, each) =>
    turn(each.angle, angle) < turn(nearest.angle, angle) ? each : nearest,
  ).hue;
}

/** The hue angle and the strength of a colour in OKLab, where equal steps look equally far apart. */
function toPolar(color: string): { chroma: number; angle: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(a, b), angle: (Math.atan2(b, a) * 180) / Math.PI };
}

const turn = (from: number, to: number) => Math.abs(((to - from + 540) % 360) - 180);

const angles = tagHues
  .filter((hue) => hue !== 'gray')
  .map((hue) => ({ hue, angle: toPolar(storedColors[hue]).angle }));

/** For the style of an element: `--tag-wash`, `--tag-ink` and `--tag-dot` of the hue. */
export const tagStyle = (color: string | null | undefined): Record<string, string> => {
  const hue = tagHue(color);
  return {
    '--tag-wash': `var(--tag-${hue}-wash)`,
    '--tag-ink': `var(--tag-${hue}-ink)`,
    '--tag-dot': `var(--tag-${hue}-dot)`,
  };
};
