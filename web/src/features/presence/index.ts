export { PeopleOnPage } from './people-on-page.tsx';
export { useLeaveProject } from './use-leave-project.ts';
