import { createHash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import type { NamedStatement } from './prepared-batch.ts';

/** Each prepared statement takes memory in every back end; beyond this number statements are sent unprepared. */
const namesMax = 500;

/**
 * Names statements by their text, so that each is planned once per connection. A statement without values stays unnamed: it
 * may be a script of several statements, which cannot be prepared.
 */
export function createStatementNames(): (statement: Sql) => NamedStatement | undefined {
  const names = new Map<string, { name: string; text: string }>();
  return (statement) => {
    const { values } = statement;
    if (values.length === 0) return undefined;
    // Cheaper than `statement.text`, which numbers the placeholders, and equally unique.
    const parts = statement.strings.join('\0');
    let known = names.get(parts);
    if (!known) {
      if (names.size >= namesMax) return undefined;
      const { text } = statement;
      known = { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
      names.set(parts, known);
    }
    return { name: known.name, text: known.text, values };
  };
}
