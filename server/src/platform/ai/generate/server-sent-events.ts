/** Reads server-sent events whose data is JSON. Data that is not JSON, such as `[DONE]`, is ignored. */
export function createEventReader(onEvent: (data: unknown) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let line = '';
  return (chunk) => {
    const lines = (line + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    line = lines.pop() ?? '';
    for (const complete of lines) {
      // Each event of these providers has its data in one line.
      const data = /^data: ?(.*)$/.exec(complete.replace(/\r$/, ''))?.[1];
      if (data === undefined) continue;
      let parsed: unknown;
      try {
        parsed = JSON.parse(data);
      } catch {
        continue;
      }
      onEvent(parsed);
    }
  };
}
