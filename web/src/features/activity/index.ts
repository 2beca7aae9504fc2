export { ActivityList } from './activity-list.tsx';
export { FileTile } from './file-tile.tsx';
export { RunningJobs } from './running-jobs.tsx';
