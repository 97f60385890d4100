import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type Reply<Answer> = { answer: Answer } | { error: unknown }

/** The message with which a thread takes a task. */
export const begun = 'begun'

/** The niceness of a thread: it gets about a third of the main thread's share of a busy CPU core. */
const niceness = 5

/**
 * Runs the tasks of a `ThreadPool` thread. An error fails the task but not the thread. Values are copied (structured
 * clone), so a Buffer arrives as Uint8Array.
 */
export function serveTasks<Task, Answer>(work: (task: Task) => Answer): void {
  // On Linux the priority applies to the calling thread; elsewhere it would apply to the process.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness))
  /* oxlint-disable unicorn/require-post-message-target-origin -- a thread of ours, not a window */
  parentPort?.on('message', (task: Task) => {
    parentPort?.postMessage(begun)
    parentPort?.postMessage(attempt(work, task))
  })
  /* oxlint-enable unicorn/require-post-message-target-origin */
}

function attempt<Task, Answer>(work: (task: Task) => Answer, task: Task): Reply<Answer> {
  try {
    return { answer: work(task) }
  } catch (error) {
    return { error }
  }
}
