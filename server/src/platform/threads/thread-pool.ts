import { Worker } from 'node:worker_threads'
import { Batcher } from '../batch/batcher.ts'
import type { Reply } from './serve-tasks.ts'

export type ThreadPoolOptions = {
  /** The module that a thread runs; it calls `serveTasks`. */
  program: URL
  /** Maximum number of threads. */
  threads: number
  /** Maximum number of queued tasks; further ones are rejected immediately. */
  queue: number
  /** Time limit of a task in milliseconds; when exceeded, its thread is ended and the task fails. */
  limitMs: number
}

/** `end` resolves or rejects the running task; null for an idle thread. */
type Thread<Answer> = { worker: Worker; end: ((how: Reply<Answer>) => void) | null }

/**
 * Runs CPU-bound work on worker threads. Threads start on demand, stay for further tasks and do not keep the process
 * alive. A thread that ends fails its task and is replaced.
 */
export class ThreadPool<Task, Answer> {
  readonly #options: ThreadPoolOptions
  readonly #tasks: Batcher<Task, Answer>
  readonly #threads = new Set<Thread<Answer>>()
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    this.#tasks = new Batcher((tasks) => Promise.all(tasks.map((task) => this.#do(task))), {
      concurrency: options.threads,
      maxBatchSize: 1,
      queue: options.queue,
    })
  }

  /**
   * Runs a task.
   * @throws what the task throws, Error if its thread ended, or Refusal OVERLOADED when too many wait already.
   */
  run(task: Task): Promise<Answer> {
    return this.#tasks.ask(task)
  }

  load(): { running: number; waiting: number } {
    const running = [...this.#threads].filter(({ end }) => end !== null).length
    return { running, waiting: this.#tasks.load.waiting() }
  }

  /** Ends all threads. Unfinished tasks fail. */
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
    // Command line flags of the process (profiler, inspector) are not passed on, because they are meant for the main
    // thread.
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
