interface MoodBarProps {
  counts: { positive: number; neutral?: number; negative: number };
  /** Pixels for one moment. */
  unit: number;
}

/** Negative moments to the left and positive ones to the right of a centre line, which alone means neutral. */
export const MoodBar = ({ counts, unit }: MoodBarProps) => {
  const { positive, neutral = 0, negative } = counts;
  if (positive + neutral + negative === 0) return null;
  const width = (count: number) => (count === 0 ? 0 : Math.max(3, Math.round(count * unit)));
  return (
    <span aria-hidden="true" className="relative block h-2 w-full" dir="ltr">
      <span
        className="absolute top-0.5 right-1/2 h-1 rounded-s-full bg-(--tag-red-dot)"
        style={{ width: width(negative) }}
      />
      <span
        className="absolute top-0.5 left-1/2 h-1 rounded-e-full bg-(--tag-green-dot)"
        style={{ width: width(positive) }}
      />
      <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-edge" />
    </span>
  );
};
