const pollMs = 15;

/**
 * Waits until a condition returns a truthy value, and returns that value. Use it instead of a fixed pause. `what` names
 * the condition in the error message.
 */
export async function until<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
