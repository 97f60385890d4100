import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resultFile } from '../../../../bench/src/report/write.ts'
import { faultKinds } from './kinds.ts'
import { addRound, isGood, nextMissing, readEarlierDays, readRounds, type RecordedRound } from './record.ts'
import { pageOf } from './report.ts'

const round = (changes: Partial<RecordedRound> = {}): RecordedRound => ({
  at: '2026-11-24T10:11:12.000Z',
  kind: 'kill',
  seed: 7,
  commit: 'abc1234',
  versions: 'PostgreSQL 15.18',
  stand: 'strict synchronous replication',
  load: 3,
  seconds: 15,
  acknowledged: 1000,
  lost: 0,
  doubled: 0,
  breaches: [],
  answers: { 200: 1000, 503: 3 },
  surprises: [],
  withoutRetryAfter: 0,
  unanswered: 0,
  outageMs: 1500,
  backMs: 0,
  wholeSeconds: 4,
  fault: null,
  ...changes,
})

function dayInTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-rounds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, '2026-11-24-cluster')
}

test('rounds of one day are added to those of earlier runs, and the page is written from all of them', () => {
  const file = dayInTemporaryFolder()
  addRound(file, round(), pageOf)
  addRound(file, round({ kind: 'switchover', outageMs: 900 }), pageOf)
  expect(readRounds(file).map(({ kind }) => kind)).toEqual(['kill', 'switchover'])
  const page = readFileSync(`${file}.md`, 'utf8')
  expect(page).toContain('2 rounds. Acknowledged: 2000. Lost: 0.')
  expect(page).toContain('Every round was good.')
})

test('the page of a day adds the rounds of earlier days to its totals', () => {
  const file = dayInTemporaryFolder()
  const onDay = (day: string, name = 'cluster') => path.join(path.dirname(file), `2026-11-${day}-${name}`)
  addRound(onDay('22'), round({ at: '2026-11-22T01:00:00.000Z', lost: 1 }), pageOf)
  addRound(onDay('23'), round({ kind: 'switchover' }), pageOf)
  addRound(onDay('23', 'other'), round({ kind: 'freeze' }), pageOf)
  addRound(onDay('25'), round({ kind: 'etcd' }), pageOf)
  addRound(file, round({ acknowledged: 500 }), pageOf)
  expect(readEarlierDays(file).map(({ kind }) => kind)).toEqual(['kill', 'switchover'])
  const page = readFileSync(`${file}.md`, 'utf8')
  expect(page).toContain('1 rounds. Acknowledged: 500. Lost: 0.')
  expect(page).toContain('The table includes the rounds of 2026-11-22, 2026-11-24.')
  expect(page).toContain('| 2 | 20 | 1.5 | 1.5 | 4 | 1500 | 1 |')
})

test('a file of rounds that cannot be read stops the run, so that a new round does not replace the earlier ones', () => {
  const file = dayInTemporaryFolder()
  writeFileSync(`${file}.json`, '{"rounds": [')
  expect(() => addRound(file, round(), pageOf)).toThrow(SyntaxError)
  expect(readFileSync(`${file}.json`, 'utf8')).toBe('{"rounds": [')
})

test('the rounds of a day are in a file of that day', () => {
  expect(path.basename(resultFile('cluster', new Date('2026-11-24T23:59:59Z')))).toBe('2026-11-24-cluster')
})

test('a full day of fault rounds has 190 rounds, and the kind that has the smallest part of its rounds comes next', () => {
  const made: RecordedRound[] = []
  const order: string[] = []
  for (let kind = nextMissing(faultKinds, made); kind; kind = nextMissing(faultKinds, made)) {
    order.push(kind.name)
    made.push(round({ kind: kind.name }))
  }
  expect(made).toHaveLength(190)
  expect(new Set(order.slice(0, 12)).size).toBe(12)
  expect(order.filter((name) => name === 'application')).toHaveLength(50)
  expect(order.filter((name) => name === 'clock')).toHaveLength(5)
})

test('a round whose load used up its requests is made again, and one that lost something is not', () => {
  const kinds = faultKinds.filter(({ name }) => name === 'clock')
  const clock = (changes: Partial<RecordedRound>) => round({ kind: 'clock', ...changes })
  const four = Array.from({ length: 4 }, () => clock({}))
  expect(nextMissing(kinds, [...four, clock({ fault: 'used up' })])?.name).toBe('clock')
  expect(nextMissing(kinds, [...four, clock({ lost: 1 })])).toBeNull()
})

test.each<[string, Partial<RecordedRound>]>([
  ['a lost funding', { lost: 1 }],
  ['a doubled funding', { doubled: 1 }],
  ['a breach of the books', { breaches: ['I1'] }],
  ['an answer of 500', { surprises: ['500 '] }],
  ['a 503 without Retry-After', { withoutRetryAfter: 1 }],
  ['a request without an answer', { unanswered: 1 }],
  ['no success within a minute', { backMs: null }],
])('a fault round with %s is not good, and the page says so', (_, changes) => {
  expect(isGood(round())).toBe(true)
  expect(isGood(round(changes))).toBe(false)
  expect(pageOf([round(), round(changes)])).toContain('NOT GOOD: 1 of 2 rounds.')
})

test('the page of a day has median and longest outage of each kind beside its aim, and the number of 500s', () => {
  const page = pageOf([
    round({ outageMs: 1000 }),
    round({ outageMs: 5000, answers: { 200: 9, 500: 2 }, surprises: ['500 x'] }),
    round({ outageMs: 2000 }),
  ])
  expect(page).toContain(
    '| kill | kill -9 of the primary’s PostgreSQL | 3 | 20 | 2.0 | 5.0 | 4 | 3000 | 0 | 0 | 2 | 0 | 1 |',
  )
  expect(page).toContain('10:11:12 kill: `500 x`')
})
