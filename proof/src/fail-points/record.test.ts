import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pageOf } from './page.ts'
import {
  faultsOf,
  isFinished,
  needsTrial,
  readVerbs,
  recordFile,
  saveVerb,
  type VerbRecord,
  withPoints,
} from './record.ts'

const point = (kills: number, missed = 0, wrong: string[] = []) => ({ kills, missed, wrong })
const verb = (changes: Partial<VerbRecord> = {}): VerbRecord => ({
  verb: 'top-up',
  commits: ['abc1234'],
  seconds: 60,
  faults: [],
  points: { 'recordPayment: before commit': point(3), 'recordPayment: after commit': point(3, 1) },
  ...changes,
})
const wanted = { verbs: ['top-up', 'withdrawal'], times: 3 }
const page = (all: readonly VerbRecord[]): string => pageOf(all, wanted)

function dayInTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-fail-points-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, '2026-11-24-fail-points')
}

test('the page lists the operations tested in all runs, and names the operations that are not finished', () => {
  const file = dayInTemporaryFolder()
  saveVerb(file, verb({ points: { one: point(1) } }), page)
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('NOT TO ITS END: top-up; withdrawal.')
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('each killed 1 times or more (3 are wanted)')
  saveVerb(file, verb(), page)
  expect(readFileSync(`${file}.md`, 'utf8')).toContain('NOT TO ITS END: withdrawal.')
  saveVerb(file, verb({ verb: 'withdrawal', commits: ['def5678'] }), page)
  expect(readVerbs(file).map((one) => one.verb)).toEqual(['top-up', 'withdrawal'])
  const text = readFileSync(`${file}.md`, 'utf8')
  expect(text).not.toContain('NOT TO ITS END')
  expect(text).toContain('4 points of 2 of 2 verbs, each killed 3 times or more (3 are wanted); 12 kills')
  expect(text).toContain('commits abc1234, def5678')
})

test('a run continues the newest record until each operation was killed often enough, and starts a new record after that', () => {
  const file = dayInTemporaryFolder()
  const where = { ...wanted, folder: path.dirname(file) }
  const [evening, night] = [new Date('2026-11-24T23:00:00Z'), new Date('2026-11-25T01:00:00Z')]
  expect(recordFile(evening, where)).toBe(file)
  saveVerb(file, verb(), page)
  expect(recordFile(night, where)).toBe(file)
  saveVerb(file, verb({ verb: 'withdrawal' }), page)
  expect(recordFile(night, where)).toBe(path.join(where.folder, '2026-11-25-fail-points'))
  expect(recordFile(night, { ...where, times: 4 })).toBe(file)
})

test('a record that cannot be read stops the run, so that it does not replace the earlier verbs', () => {
  const file = dayInTemporaryFolder()
  writeFileSync(`${file}.json`, '{"verbs": [')
  expect(() => saveVerb(file, verb(), page)).toThrow(SyntaxError)
  expect(readFileSync(`${file}.json`, 'utf8')).toBe('{"verbs": [')
})

test('a point is tried until it was killed three times, at most twelve times', () => {
  expect(needsTrial(point(2, 9), 3)).toBe(true)
  expect(needsTrial(point(3), 3)).toBe(false)
  expect(needsTrial(point(2, 0, ['money is gone']), 3)).toBe(false)
  expect(needsTrial(point(2, 10), 3)).toBe(false)
})

test('a verb with a point that no process came to often enough is finished, and its page says that something is wrong', () => {
  const missed = verb({ points: { 'before bank.transfer': point(1, 11) } })
  expect(isFinished(missed, 3)).toBe(true)
  expect(faultsOf(missed, 3)).toEqual(['top-up: "before bank.transfer" was killed only 1 times in 12 trials'])
  expect(page([missed])).toContain('- top-up: "before bank.transfer" was killed only 1 times')
})

test('a kill that led to another end, and a verb that could not be tried, are on the page', () => {
  const lost = verb({ points: { commit: point(2, 0, ['the money is gone']) } })
  expect(page([lost])).toContain('- top-up, killed at "commit": the money is gone')
  const untried = verb({ points: {}, faults: ['it ends differently without a kill'] })
  expect(isFinished(untried, 3)).toBe(false)
  expect(page([untried])).toContain('- top-up: it ends differently without a kill')
})

test('points that a verb no longer passes are dropped from its record, and new ones need all their trials', () => {
  const changed = withPoints(verb(), ['recordPayment: after commit', 'recordPayment: before the answer'])
  expect(changed.points).toEqual({
    'recordPayment: after commit': point(3, 1),
    'recordPayment: before the answer': point(0),
  })
  expect(isFinished(changed, 3)).toBe(false)
})
