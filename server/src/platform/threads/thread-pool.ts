import { Worker } from 'node:worker_threads'
import { Coalescer } from '../batch/coalescer.ts'
import type { Reply } from './serve-tasks.ts'

export type ThreadPoolOptions = {
  /** The file of a thread's program, which calls `serveTasks`. */
  program: URL
  /** How many there are at most. */
  threads: number
  /** Tasks that may wait for a thread; one more is refused at once. */
  queue: number
  /** A thread that is at one task for longer is ended, and the task fails. */
  limitMs: number
}

/** `end` settles the task that the thread is at, null where it waits for one. */
type Thread<Answer> = { worker: Worker; end: ((how: Reply<Answer>) => void) | null }

/**
 * Does work that takes a core for long on threads beside the one that answers requests. A thread is started when a
 * task has none, and waits for more; one that waits keeps no process alive. One that ends by itself fails the task it
 * is at, and the next task starts another.
 */
export class ThreadPool<Task, Answer> {
  readonly #options: ThreadPoolOptions
  readonly #tasks: Coalescer<Task, Answer>
  readonly #threads = new Set<Thread<Answer>>()
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#tasks = new Coalescer((tasks) => Promise.all(tasks.map((task) => this.#do(task))), {
      lanes: options.threads,
      most: 1,
      queue: options.queue,
    })
  }

  /**
   * @throws what the task throws, Error where its thread ended, or Refusal OVERLOADED when too many wait already.
   */
  run(task: Task): Promise<Answer> {
    return this.#tasks.ask(task)
  }

  /** For the metrics. */
  load(): { running: number; waiting: number } {
    const running = [...this.#threads].filter(({ end }) => end !== null).length
    return { running, waiting: this.#tasks.load.waiting() }
  }

  /** Ends all threads. Tasks that are not done fail. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  async #do(task: Task): Promise<Reply<Answer>> {
    if (this.#closed) return { error: new Error('the threads were closed') }
    const thread = [...this.#threads].find(({ end }) => end === null) ?? this.#start()
    const { promise, resolve } = Promise.withResolvers<Reply<Answer>>()
    thread.end = resolve
    const timer = setTimeout(() => void thread.worker.terminate(), this.#options.limitMs)
    thread.worker.ref()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
      thread.worker.postMessage(task)
      return await promise
    } finally {
      clearTimeout(timer)
      thread.worker.unref()
      thread.end = null
    }
  }

  #start(): Thread<Answer> {
    // The flags of the process (a profiler, an inspector) are for its first thread.
    const thread: Thread<Answer> = { worker: new Worker(this.#options.program, { execArgv: [] }), end: null }
    const lose = (error: unknown) => {
      this.#threads.delete(thread)
      thread.end?.({ error })
    }
    thread.worker
      .on('message', (reply: Reply<Answer>) => thread.end?.(reply))
      .on('messageerror', (error) => thread.end?.({ error }))
      .on('error', lose)
      .on('exit', (code) => lose(new Error(`a thread ended with ${code} before its task was done`)))
    this.#threads.add(thread)
    return thread
  }
}
