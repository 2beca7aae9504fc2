/** The first index for which `test` is true, or the length. All later ones are true, too. */
export function firstIndex(length: number, test: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
