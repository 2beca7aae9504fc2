const special = /[\\`*_[\]<>|#]/g;

/** Words of people and files put into Markdown so that they are read as they are. */
export const escapeMarkdown = (text: string) => text.replace(special, '\\$&');

export const unescapeMarkdown = (text: string) => text.replace(/\\([\\`*_[\]<>|#])/g, '$1');
