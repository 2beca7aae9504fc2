import { projectActions } from '../../texts/en/project-actions.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('projectActions', projectActions);
