export { createTaskMetrics } from './metrics.ts';
export { TaskFailure, type TaskHandler, TaskPostponed, type TaskRun } from './run-task.ts';
export { listTaskIds, type NewTask, removeTasksByInput, supersedeTasks, type Task } from './store.ts';
export { createTaskQueue, type TaskQueue, type TaskQueueOptions } from './tasks.ts';
