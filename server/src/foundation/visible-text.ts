/** Blanks, controls, what Unicode calls ignorable (zero width, direction marks, fillers), the empty Braille cell. */
const unseen = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Whether a person who looks at the text sees anything: a name of nothing but a zero-width space is no name. */
export const isVisible = (text: string): boolean => !unseen.test(text);
