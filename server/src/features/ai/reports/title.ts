const titleMax = 120;

/** The default title: the first sentence of the prompt, shortened. */
export function titleFrom(prompt: string): string {
  const line = prompt.trim().split('\n')[0]?.replace(/\s+/g, ' ').trim() ?? '';
  const [sentence = line] = line.match(/^.+?[.!?](?=\s|$)/u) ?? [];
  const title =
    sentence.length > titleMax ? `${sentence.slice(0, titleMax).replace(/(?<!\s)\s+\S*$/, '')}…` : sentence;
  return title.toWellFormed();
}
