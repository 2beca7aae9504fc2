import { workspace } from '../../texts/en/workspace.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('workspace', workspace);
