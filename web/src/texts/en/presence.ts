export const presence = {
  alsoHere: 'Also on this page',
  others: (names: string) => `And ${names}`,
};
