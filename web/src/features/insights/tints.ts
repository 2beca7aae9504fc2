/** The share of the accent in the tints 1 to 5 of a cell, in percent. */
const shares = [0, 7, 15, 24, 34, 45] as const;

export const tintBackgrounds = shares.map((share) =>
  share === 0 ? undefined : `color-mix(in srgb, var(--accent) ${share}%, var(--paper))`,
);

/** The same tints on white, for pictures. */
export const tintHexes = shares.map((share) => {
  const mixed = [0x2b, 0x5a, 0x4c].map((value) => Math.round(255 + ((value - 255) * share) / 100));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
});
