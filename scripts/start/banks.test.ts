import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBanks } from '../../server/src/outside/bank/banks.ts'
import { keepBanks } from './banks.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'banks-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const urlsOf = (file: string) => readBanks(file).map(({ outbound }) => outbound?.baseUrl)

test('a start creates the keys of the banks once and updates the sandbox address each time', () => {
  const { app, sandbox } = keepBanks(dataDir, 4010)
  expect(urlsOf(app)).toEqual(['http://127.0.0.1:4010/bank/1', 'http://127.0.0.1:4010/bank/2'])
  const [before, theirs] = [readFileSync(app, 'utf8'), readFileSync(sandbox, 'utf8')]
  expect(keepBanks(dataDir, 4010)).toEqual({ app, sandbox })
  expect(readFileSync(app, 'utf8')).toBe(before)
  keepBanks(dataDir, 5010)
  expect(readFileSync(app, 'utf8')).toBe(before.replaceAll('127.0.0.1:4010', '127.0.0.1:5010'))
  expect(readFileSync(sandbox, 'utf8')).toBe(theirs)
})

test('a start does not restore the outbound settings that were removed from a bank', () => {
  const { app } = keepBanks(dataDir, 4010)
  const { banks } = JSON.parse(readFileSync(app, 'utf8')) as { banks: { outbound?: object }[] }
  delete banks[0]?.outbound
  writeFileSync(app, JSON.stringify({ banks }))
  keepBanks(dataDir, 5010)
  expect(urlsOf(app)).toEqual([undefined, 'http://127.0.0.1:5010/bank/2'])
})
