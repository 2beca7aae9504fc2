const part = '[^\\s\\p{Cc}@<>()[\\],;:\\\\"]+';
const address = new RegExp(`^${part}@${part}$`, 'u');

/**
 * Whether the text is exactly one address without a name. Characters that separate or quote addresses in a header are
 * refused, so that a value cannot add a recipient. Other scripts are allowed (RFC 6531).
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && address.test(text);
