/** White space, control characters, Unicode's ignorable characters (zero width, direction marks, fillers), the empty Braille cell. */
const invisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Whether the text has a visible character. A name that consists of a zero-width space is refused. */
export const isVisible = (text: string): boolean => !invisible.test(text);
