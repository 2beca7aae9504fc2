export const errors = {
  serverResponded: (status: number) => `The server responded with status ${status}.`,
  unreachable: 'Parley can’t be reached.',
  unreachableHint: 'Parley can’t be reached. Check the connection and try again.',
  /** The message of the API continues the sentence: "is not an address". */
  value: (message: string) => `This ${message}`,
  valueOf: (field: string, message: string) => `This ${field} ${message}`,
};
