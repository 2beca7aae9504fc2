import { isUtf8 } from 'node:buffer';
import { invalid, invalidField } from '../foundation/errors.ts';
import { arrayItemsMax, objectKeysMax } from '../foundation/limits.ts';

/** Parses a body. Refuses objects and arrays with more members than any schema allows before it creates them. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notJson();
  if (bytes.length >= smallestTooLarge) refuseTooManyMembers(bytes);
  const marked = bytes[0] === byteOrderMark[0] && bytes.subarray(0, 3).equals(byteOrderMark);
  try {
    return JSON.parse(bytes.toString('utf8', marked ? 3 : 0));
  } catch {
    throw notJson();
  }
}

const notJson = () => invalid([{ field: 'body', message: 'The body is not valid JSON in UTF-8.' }]);

const byteOrderMark = Buffer.from('\ufeff');

/** A member of an object has at least five bytes: `"":1,`. */
const smallestTooLarge = 5 * objectKeysMax;

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma, colon] = ['"', '\\', ',', ':'].map(codeOf);
const [openObject, closeObject, openArray, closeArray] = ['{', '}', '[', ']'].map(codeOf);

/** An object or array that is not closed yet. */
interface Container {
  isObject: boolean;
  /** Number of commas so far, which is the index of the current member. */
  index: number;
  /** Where the last string starts and ends. After a colon it is the key of the current member. */
  stringStart: number;
  stringEnd: number;
  key: [start: number, end: number];
}

/**
 * Counts members in the text. To parse one megabyte of keys and to count them afterwards would take ten times as long. Text
 * that is not JSON is left to the parser.
 */
function refuseTooManyMembers(bytes: Buffer): void {
  const open: Container[] = [];
  let at: Container | undefined;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === quote) {
      const start = i;
      for (i++; i < bytes.length && bytes[i] !== quote; i++) if (bytes[i] === backslash) i++;
      if (at) {
        at.stringStart = start;
        at.stringEnd = i + 1;
      }
    } else if (byte === comma) {
      if (at && ++at.index >= (at.isObject ? objectKeysMax : arrayItemsMax)) throw tooMany(bytes, open, at);
    } else if (byte === colon) {
      if (at) at.key = [at.stringStart, at.stringEnd];
    } else if (byte === openObject || byte === openArray) {
      at = { isObject: byte === openObject, index: 0, stringStart: 0, stringEnd: 0, key: [0, 0] };
      open.push(at);
    } else if (byte === closeObject || byte === closeArray) {
      open.pop();
      at = open.at(-1);
    }
  }
}

const fieldLengthMax = 200;

function tooMany(bytes: Buffer, open: Container[], { isObject }: Container) {
  const path = open.slice(0, -1).map(({ isObject: hasKeys, index, key }) => {
    return hasKeys ? bytes.toString('utf8', key[0] + 1, key[1] - 1) : String(index);
  });
  return invalidField(
    path.join('.').slice(0, fieldLengthMax) || 'body',
    isObject ? `has more than ${objectKeysMax} keys.` : `has more than ${arrayItemsMax} items.`,
  );
}
