export const dimensions = 384;

/** Scales the vector to length 1, in place. */
export function normalize(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) / length;
  return vector;
}
