/**
 * Runs the work in one tab of this browser at a time. Browsers offer locks only to secure pages; elsewhere it runs at once.
 */
export const inOneTab = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? await navigator.locks.request(name, () => work()) : work();
