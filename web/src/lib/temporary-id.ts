/** An id for something that the server does not know yet. `crypto.randomUUID` needs HTTPS; this does not. */
export const temporaryId = (): string =>
  `new-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
