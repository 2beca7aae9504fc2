export { createTaskMetrics } from './metrics.ts';
export { TaskFailure, type TaskHandler, type TaskRun } from './run-task.ts';
export { type NewTask, removeTasksByInput, type Task } from './store.ts';
export { createTaskQueue, type TaskQueue, type TaskQueueOptions } from './tasks.ts';
