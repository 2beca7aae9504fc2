import { projects } from '../../texts/en/projects.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('projects', projects);
