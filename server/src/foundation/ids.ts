import { randomFillSync } from 'node:crypto';

/** Prefixes by kind of record (spec §1.6). Options have ids because answers refer to them. */
export const idPrefixes = {
  project: 'prj',
  file: 'fil',
  segment: 'seg',
  tag: 'tag',
  tagging: 'tgg',
  note: 'note',
  comment: 'cmt',
  lane: 'lane',
  card: 'card',
  clip: 'clip',
  reel: 'reel',
  report: 'rep',
  inbox_item: 'inb',
  job: 'job',
  chat: 'chat',
  message: 'msg',
  test: 'test',
  question: 'q',
  option: 'opt',
  response: 'resp',
  answer: 'ans',
  participant: 'par',
  session: 'ses',
  invitation: 'inv',
  webhook: 'whk',
  delivery: 'dlv',
  event: 'evt',
  key: 'key',
  user: 'usr',
  member_invitation: 'minv',
  sign_in: 'sin',
  workspace: 'wsp',
  automation: 'atm',
} as const;

export type IdKind = keyof typeof idPrefixes;

// Lower-case Crockford base 32: its characters are in ASCII order, so ids sort like the UUIDs that they encode.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digits = new Map([...alphabet].map((character, value) => [character, BigInt(value)]));
const bodyLength = 26;
const body = new RegExp(`^[${alphabet}]{${bodyLength}}$`);

const random = new Uint8Array(16 * 256);
let randomOffset = random.length;

/** A UUIDv7 (RFC 9562) after the prefix of its kind, e.g. `prj_06a8…`. Ids sort by creation time. */
export function newId(kind: IdKind, atMs: number): string {
  if (randomOffset >= random.length) {
    randomFillSync(random);
    randomOffset = 0;
  }
  const bytes = random.subarray(randomOffset, randomOffset + 16);
  randomOffset += 16;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  view.setUint16(0, Math.floor(atMs / 0x1_0000_0000));
  view.setUint32(2, atMs % 0x1_0000_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  return `${idPrefixes[kind]}_${encode(view)}`;
}

function encode(view: DataView): string {
  // 128 bits in 26 characters of 5: the first character carries the two spare bits.
  let text = '';
  let left = 0;
  let bits = 2;
  for (let i = 0; i < 16; i++) {
    left = ((left << 8) | view.getUint8(i)) & 0xfff;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      text += alphabet[(left >> bits) & 31];
    }
  }
  return text;
}

/** Checks the format, so that an invalid id is refused without a database query. */
export function isId(kind: IdKind, value: string): boolean {
  const prefix = idPrefixes[kind];
  if (value.length !== prefix.length + 1 + bodyLength || !value.startsWith(`${prefix}_`)) return false;
  return body.test(value.slice(prefix.length + 1));
}

const kindsByPrefix = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]),
);

/** The kind that an id's prefix names. */
export const kindOfId = (id: string): IdKind | undefined => kindsByPrefix.get(id.split('_')[0] as string);

/** The millisecond in which an id was created. A query by id uses it to select the partition. */
export function idTimeMs(id: string): number {
  let value = 0n;
  for (const character of id.slice(-bodyLength)) value = (value << 5n) | (digits.get(character) ?? 0n);
  return Number(value >> 80n);
}
