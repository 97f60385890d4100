import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** What a thread says of a task. */
export type Reply<Answer> = { answer: Answer } | { error: unknown }

/** About a third of the share that the process's first thread gets of a core that both want. */
const niceness = 5

/**
 * The program of a thread of a `ThreadPool`: does each task that it is given. What the work throws fails the task and
 * not the thread. Tasks, answers and errors are copied (structured clone): a Buffer arrives as Uint8Array.
 */
export function serveTasks<Task, Answer>(work: (task: Task) => Answer): void {
  // On Linux this is for the calling thread alone; elsewhere it would be for the whole process.
  if (process.platform === 'linux') setPriority(niceness)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(attempt(work, task)))
}

function attempt<Task, Answer>(work: (task: Task) => Answer, task: Task): Reply<Answer> {
  try {
    return { answer: work(task) }
  } catch (error) {
    return { error }
  }
}
