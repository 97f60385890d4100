import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartLog } from './log.ts'
import { Service } from './service.ts'

let folder: string
const printed: string[] = []
let log: StartLog

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'service-'))
  printed.length = 0
  log = new StartLog(folder, (line) => printed.push(line), false)
})
afterEach(() => {
  log.close()
  rmSync(folder, { recursive: true })
})

const serviceWith = (env: NodeJS.ProcessEnv): Service => {
  const script = path.join(folder, 'program.mjs')
  writeFileSync(script, `import fs from 'node:fs'; fs.writeFileSync('ran', ''); setInterval(() => {}, 1000)`)
  return new Service({ name: 'http', script, env, cwd: folder }, log)
}

test('npm start starts a service again after its process could not be spawned', async () => {
  const env: NodeJS.ProcessEnv = { TOO_LONG: 'x'.repeat(10_000_000) }
  const service = serviceWith(env)
  service.start()
  await expect.poll(() => service.crashes).toBeGreaterThan(1)
  expect(printed[0]).toMatch(/^http could not be started: spawn E2BIG/)
  delete env.TOO_LONG
  await expect.poll(() => existsSync(path.join(folder, 'ran'))).toBe(true)
  await service.stop(5_000)
})

test('npm start keeps logging to the old file when the log cannot be rotated', () => {
  mkdirSync(path.join(`${log.file}.1`, 'in-the-way'), { recursive: true })
  const line = 'x'.repeat(1024 * 1024)
  for (let megabytes = 0; megabytes < 20; megabytes += 1)
    log.line({ name: 'http', kind: 'service' }, line, false)
  log.say('still here')
  expect(printed).toEqual(['still here'])
})
