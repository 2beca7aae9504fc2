import type { Turn } from './script.ts';

/** In units of the drawing. */
const pictureSize = { width: 640, height: 360 };

/** Colours as RRGGBB. Each recording has a theme of its own, so that pictures of different recordings look different. */
interface Theme {
  background: string;
  tile: string;
  figure: string;
  accent: string;
}
const themes: Theme[] = [
  { background: '12312A', tile: '1F4A40', figure: '3F7A6B', accent: '8FD6BD' },
  { background: '2B1F3D', tile: '41305C', figure: '6C5596', accent: 'C9B2F5' },
  { background: '3A2317', tile: '573724', figure: '8F6040', accent: 'F2BF94' },
  { background: '16273D', tile: '253E5E', figure: '476C9B', accent: 'A5C8F5' },
];

export function themeOf(title: string): Theme {
  let sum = 0;
  for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return themes[sum % themes.length] as Theme;
}

/**
 * The picture of a call as ASS subtitles, which ffmpeg draws onto a plain background: the title, a tile for each speaker with a
 * frame around the one who speaks, the words and the time.
 */
export function drawCall(title: string, turns: Turn[]): string {
  const theme = themeOf(title);
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const endSeconds = (turns.at(-1)?.end_seconds ?? 0) + 1;
  const always = (text: string) => event(0, 0, endSeconds, text);
  const gap = 16;
  const height = 220;
  const width = (pictureSize.width - gap * (speakers.length + 1)) / Math.max(1, speakers.length);
  const tiles = new Map(
    speakers.map((speaker, place) => [speaker, { x: gap + place * (width + gap), y: 60 }]),
  );
  const lines = [
    always(`{\\an7\\pos(16,14)\\fs24\\b1\\c${ass('FFFFFF')}}${plain(title)}`),
    always(`{\\an7\\pos(16,40)\\fs13\\c${ass(theme.accent)}}Sample recording: tones instead of voices`),
  ];
  for (const [speaker, { x, y }] of tiles) {
    const centre = { x: x + width / 2, y: y + height / 2 };
    lines.push(
      always(shape(x, y, theme.tile, roundedRectangle(width, height, 12))),
      always(shape(centre.x - 60, centre.y + 36, theme.figure, roundedRectangle(120, height / 2 - 36, 36))),
      always(shape(centre.x - 38, centre.y - 52, theme.figure, roundedRectangle(76, 76, 38))),
      always(
        `{\\an5\\pos(${centre.x},${centre.y - 14})\\fs38\\b1\\c${ass('FFFFFF')}}${plain([...speaker][0] ?? '')}`,
      ),
      always(`{\\an1\\pos(${x + 12},${y + height - 10})\\fs18\\b1\\c${ass('FFFFFF')}}${plain(speaker)}`),
    );
  }
  for (const { speaker, start_seconds, end_seconds, text } of turns) {
    const { x, y } = tiles.get(speaker) as { x: number; y: number };
    const frame = `{\\an7\\pos(${x},${y})\\1a&HFF&\\bord4\\3c${ass(theme.accent)}\\p1}${roundedRectangle(width, height, 12)}{\\p0}`;
    const words = `{\\q0\\an2\\pos(${pictureSize.width / 2},${pictureSize.height - 12})\\fs17\\c${ass('FFFFFF')}}${plain(text)}`;
    lines.push(event(1, start_seconds, end_seconds, frame), event(1, start_seconds, end_seconds, words));
  }
  for (let second = 0; second < endSeconds; second++)
    lines.push(
      event(
        1,
        second,
        second + 1,
        `{\\an9\\pos(${pictureSize.width - 16},18)\\fs20\\c${ass('FFFFFF')}}${clock(second)}`,
      ),
    );
  return `${header}${lines.join('\n')}\n`;
}

const header = `[Script Info]
ScriptType: v4.00+
PlayResX: ${pictureSize.width}
PlayResY: ${pictureSize.height}
ScaledBorderAndShadow: yes
WrapStyle: 2

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR
Style: Default,Liberation Sans,18,&H00FFFFFF,&H00000000,&H00000000,0,1,0,0,7,16,16

[Events]
Format: Layer, Start, End, Style, Text
`;

const event = (layer: number, start: number, end: number, text: string) =>
  `Dialogue: ${layer},${timestamp(start)},${timestamp(end)},Default,${text}`;

const shape = (x: number, y: number, color: string, path: string) =>
  `{\\an7\\pos(${x},${y})\\c${ass(color)}\\p1}${path}{\\p0}`;

/** ASS writes colours as blue, green, red. */
const ass = (rgb: string) => `&H${rgb.slice(4)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}&`;

/** Braces and backslashes would be commands. */
const plain = (text: string) => text.replace(/[{}\\\n]/g, ' ');

function roundedRectangle(width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  // How far the control points of a curve are from the corner, for a quarter of a circle.
  const k = r * 0.45;
  return [
    `m ${r} 0 l ${width - r} 0 b ${width - k} 0 ${width} ${k} ${width} ${r}`,
    `l ${width} ${height - r} b ${width} ${height - k} ${width - k} ${height} ${width - r} ${height}`,
    `l ${r} ${height} b ${k} ${height} 0 ${height - k} 0 ${height - r}`,
    `l 0 ${r} b 0 ${k} ${k} 0 ${r} 0`,
  ].join(' ');
}

const timestamp = (seconds: number) => {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${two(Math.floor(hundredths / 6000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
};

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
