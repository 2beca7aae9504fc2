import Type, { type TSchema } from 'typebox';
import { Default, Errors } from 'typebox/value';
import { describeMismatch, keywordsOf } from './kinds.ts';
import { type Environment, environmentSchema } from './schema.ts';

export interface Problem {
  /** The environment variable. */
  name: string;
  /** Continues the name. */
  message: string;
}

/** Parses and validates every variable. An invalid one is reported and then treated as not set. */
export function readEnvironment(env: Record<string, string | undefined>): {
  values: Environment;
  problems: Problem[];
} {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, schema] of Object.entries<TSchema>(environmentSchema.properties)) {
    // Compose files and systemd units leave out a variable by setting it to an empty text.
    const text = env[name]?.trim();
    if (!text) continue;
    const value = parseValue(schema, text);
    // Errors returns at most eight errors, so each variable is validated on its own.
    const [error] = Errors(schema, value);
    if (!error) values[name] = value;
    else if (error.keyword === '~refine') problems.push({ name, message: error.message });
    else problems.push({ name, message: describeMismatch(keywordsOf(schema), text) });
  }
  return { values: Default(environmentSchema, values) as Environment, problems };
}

const booleans = new Map([
  ...['1', 'true', 'yes', 'on'].map((text) => [text, true] as const),
  ...['0', 'false', 'no', 'off'].map((text) => [text, false] as const),
]);

/** Converts the text to the type of the schema. A text that cannot be converted is returned, and then fails validation. */
function parseValue(schema: TSchema, text: string): unknown {
  if (Type.IsInteger(schema)) return /^\d+$/.test(text) ? Number(text) : text;
  if (Type.IsNumber(schema)) return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (Type.IsBoolean(schema)) return booleans.get(text.toLowerCase()) ?? text;
  if (!Type.IsArray(schema)) return text;
  const { items } = schema;
  const parts = text.split(',').map((part) => part.trim());
  // A comma at the end of a list of networks is allowed. An empty number is not, because the position has a meaning.
  return (Type.IsString(items) ? parts.filter(Boolean) : parts).map((part) => parseValue(items, part));
}
