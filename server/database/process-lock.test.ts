import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processIdentity } from './process-identity.ts'
import { acquireLock, LockHeldError } from './process-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'lock-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('acquiring a held process lock fails with the pid of its holder, and succeeds once it is released', async () => {
  const lock = await acquireLock(folder, 0)
  await expect(acquireLock(folder, 60)).rejects.toMatchObject({ name: 'LockHeldError', pid: process.pid })
  lock.release()
  lock.release()
  const next = await acquireLock(folder, 0)
  await expect(acquireLock(folder, 0)).rejects.toBeInstanceOf(LockHeldError)
  next.release()
})

test('the process lock of a killed process can be acquired again', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const identity = processIdentity(child.pid ?? 0)
  expect(identity).not.toBeNull()
  writeFileSync(path.join(folder, '7'), identity ?? '')
  await expect(acquireLock(folder, 0)).rejects.toMatchObject({ pid: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await acquireLock(folder, 0)
  lock.release()
})

test('a process lock whose pid now belongs to another process can be acquired', async () => {
  const identity = processIdentity(process.pid) ?? ''
  const earlier = identity.replace(
    /^(\d+) (\d+)/,
    (_, pid: string, start: string) => `${pid} ${Number(start) - 1}`,
  )
  expect(earlier).not.toBe(identity)
  writeFileSync(path.join(folder, '3'), earlier)
  const lock = await acquireLock(folder, 0)
  lock.release()
})

test('only one of many concurrent processes acquires the process lock of a dead process', async () => {
  writeFileSync(path.join(folder, '1'), '999999999 1 gone')
  let inside = 0
  let most = 0
  let entered = 0
  const take = async (): Promise<void> => {
    const lock = await acquireLock(folder, 20_000)
    inside += 1
    entered += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setTimeout(resolve, 2))
    inside -= 1
    lock.release()
  }
  await Promise.all(Array.from({ length: 20 }, take))
  expect({ most, entered }).toEqual({ most: 1, entered: 20 })
})
