import { Worker } from 'node:worker_threads'
import { Batcher } from '../batch/batcher.ts'
import { Refusal } from '../refusal.ts'
import { begun, type Reply } from './serve-tasks.ts'

export type ThreadPoolOptions = {
  /** The module that a thread runs; it calls `serveTasks`. */
  program: URL
  /** Maximum number of threads. */
  threads: number
  /** Maximum number of queued tasks; further ones are rejected immediately. */
  queue: number
  /**
   * Time limit of a task in milliseconds; when exceeded, its thread is ended and the task is refused. It counts from when the
   * thread takes the task: on a loaded machine the start of a thread can take longer than any task.
   */
  limitMs: number
}

/** The running task; null for an idle thread. */
type Thread<Answer> = {
  worker: Worker
  running: { begin: () => void; end: (how: Reply<Answer>) => void } | null
}

/** A thread that has not taken its task after so many limits never will. */
const limitsToBegin = 10

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
   * @throws what the task throws, Error if its thread ended, or Refusal OVERLOADED when too many wait already or the time
   * limit is exceeded
   */
  run(task: Task): Promise<Answer> {
    return this.#tasks.ask(task)
  }

  load(): { running: number; waiting: number } {
    const busyThreads = [...this.#threads].filter(({ running }) => running !== null)
    return { running: busyThreads.length, waiting: this.#tasks.load.waiting() }
  }

  /** Ends all threads. Unfinished tasks fail. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  async #do(task: Task): Promise<Reply<Answer>> {
    if (this.#closed) return { error: new Error('the threads were closed') }
    const { limitMs } = this.#options
    const thread = [...this.#threads].find(({ running }) => running === null) ?? this.#start()
    const { promise, resolve: end } = Promise.withResolvers<Reply<Answer>>()
    const giveUp = () => {
      // The next task must not meet the thread that is ending.
      this.#threads.delete(thread)
      const cause = new Error(`a thread did not do its task in ${limitMs} ms`)
      end({ error: Object.assign(new Refusal('OVERLOADED', { retryAfterSeconds: 2 }), { cause }) })
      void thread.worker.terminate()
    }
    let timer = setTimeout(giveUp, limitsToBegin * limitMs)
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, limitMs)
    }
    thread.running = { begin, end }
    thread.worker.ref()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of ours, not a window
      thread.worker.postMessage(task)
      return await promise
    } finally {
      clearTimeout(timer)
      thread.worker.unref()
      thread.running = null
    }
  }

  #start(): Thread<Answer> {
    // Command line flags of the process (profiler, inspector) are not passed on, because they are meant for the main
    // thread.
    const thread: Thread<Answer> = {
      worker: new Worker(this.#options.program, { execArgv: [] }),
      running: null,
    }
    const lose = (error: unknown) => {
      this.#threads.delete(thread)
      thread.running?.end({ error })
    }
    thread.worker
      .on('message', (message: Reply<Answer> | typeof begun) => {
        if (message === begun) thread.running?.begin()
        else thread.running?.end(message)
      })
      .on('messageerror', (error) => thread.running?.end({ error }))
      .on('error', lose)
      .on('exit', (code) => lose(new Error(`a thread ended with ${code} before its task was done`)))
    this.#threads.add(thread)
    return thread
  }
}
