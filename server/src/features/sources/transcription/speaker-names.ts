/** Replaces the labels of speakers by names, in the order in which they first speak. */
export function applySpeakerNames<Segment extends { speaker: string }>(
  segments: Segment[],
  names: readonly string[],
): Segment[] {
  const labels = [...new Set(segments.map(({ speaker }) => speaker))];
  const unnamed = labels.slice(names.length);
  const nameOf = new Map(
    labels.map((label, i) => {
      const name = names[i];
      // A name such as “Speaker 2” must not merge two people.
      return [label, name === undefined || unnamed.includes(name) ? label : name];
    }),
  );
  return segments.map((segment) => ({ ...segment, speaker: nameOf.get(segment.speaker) ?? segment.speaker }));
}
