/** Ends this process when its parent process has ended. Runs in a thread, so native code can't block it. */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1_000);
