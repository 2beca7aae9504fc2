interface PassageCounts {
  passage_count: number;
  cited_count: number;
  unused_count: number;
}

/** Shares that add up to 1: a passage that is cited and highlighted counts as cited. */
export function sharesOf({ passage_count, cited_count, unused_count }: PassageCounts) {
  if (passage_count === 0) return { cited: 0, highlighted: 0, unused: 0 };
  return {
    cited: cited_count / passage_count,
    highlighted: (passage_count - cited_count - unused_count) / passage_count,
    unused: unused_count / passage_count,
  };
}
