import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { serveTasks } from '../serve-tasks.ts'

export type Task =
  | { do: 'tell' }
  | { do: 'spin'; ms: number }
  | { do: 'throw' }
  | { do: 'exit' }
  | { do: 'fail later' }
  | { do: 'answer with a function' }
export type Told = { thread: number; priority: number; bytes: Buffer }

// A start that takes long, as on a loaded machine.
const startMs = Number(new URL(import.meta.url).searchParams.get('startMs'))
if (startMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startMs)

serveTasks((task: Task): unknown => {
  switch (task.do) {
    case 'tell':
      return { thread: threadId, priority: getPriority(), bytes: Buffer.from('byte for byte') } satisfies Told
    case 'spin':
      for (const end = Date.now() + task.ms; Date.now() < end; );
      return threadId
    case 'throw':
      throw new RangeError('out of range')
    case 'exit':
      return process.exit(3)
    case 'fail later':
      // Delayed until the answer has arrived, because an error at the same moment could overtake it.
      setTimeout(() => {
        throw new Error('nobody catches this')
      }, 100)
      return threadId
    case 'answer with a function':
      return () => task
  }
})
