/**
 * Reads the value of the first property of a JSON object while the object is written. That value must be a string.
 * `push` takes more of the JSON and returns more of the string.
 */
export function createFirstStringReader(): { push(json: string): string } {
  let pending = '';
  let state: 'before' | 'inside' | 'after' = 'before';
  return {
    push(json) {
      if (state === 'after') return '';
      pending += json;
      if (state === 'before') {
        const start = /^[^{]*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"/.exec(pending);
        if (!start) {
          // Text before the object, or a first property that is not a string, would be collected without end.
          if (pending.length > 10_000) state = 'after';
          return '';
        }
        pending = pending.slice(start[0].length);
        state = 'inside';
      }
      // An escape sequence or a surrogate pair may be complete only with the next part.
      const whole =
        /^(?:[^"\\\ud800-\udbff]|[\ud800-\udbff][\udc00-\udfff]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\[^u])*/.exec(
          pending,
        )?.[0] ?? '';
      pending = pending.slice(whole.length);
      if (pending.startsWith('"')) {
        state = 'after';
        pending = '';
      }
      try {
        return JSON.parse(`"${whole.replace(/\p{Cc}/gu, ' ')}"`) as string;
      } catch {
        state = 'after';
        return '';
      }
    },
  };
}
