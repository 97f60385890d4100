import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { HttpProcess } from './http-process.ts'

/** What a floor server does for a request: answers, runs an empty transaction, or inserts and commits one row. */
export type FloorKind = 'answer' | 'fastify' | 'transaction' | 'row'

const script = path.join(import.meta.dirname, 'floor-server.ts')

/** Starts a floor server in a process of its own; it ends with this process in any case. */
export async function startFloor(kind: FloorKind, databaseUrl: string): Promise<HttpProcess> {
  const child = fork(script, [kind, databaseUrl])
  const port = await Promise.race([
    once(child, 'message').then(([first]) => first as number),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the floor server ended with ${code}`))),
  ])
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
