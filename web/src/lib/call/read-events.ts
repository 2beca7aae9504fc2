export interface StreamedEvent {
  id: string | undefined;
  event: string;
  data: unknown;
}

/** Reads server-sent events. EventSource cannot send the participant's token in a header. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const event = fields.get('event');
      if (event) yield { id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? '{}') };
    }
  }
}
