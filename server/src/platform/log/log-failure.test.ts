import { expect, test } from 'vitest'
import { busy } from '../db/failures.ts'
import { logFailure } from './log-failure.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function makeLog() {
  const lines: [object, string][] = []
  return { lines, error: (facts: object, message: string) => void lines.push([facts, message]) }
}

test('a lost connection is logged once a minute per message, with the number of omitted lines', () => {
  const log = makeLog()
  for (let second = 0; second <= 130; second += 1) {
    logFailure(log, 'jobs could not be claimed', { err: away }, second * 1_000)
  }
  logFailure(log, 'sealing failed', { err: away }, 130_000)
  expect(log.lines).toEqual([
    [{ err: away }, 'jobs could not be claimed'],
    [{ err: away, leftOut: 59 }, 'jobs could not be claimed'],
    [{ err: away, leftOut: 59 }, 'jobs could not be claimed'],
    [{ err: away }, 'sealing failed'],
  ])
})

test('a failure other than a lost connection is logged each time it occurs', () => {
  const log = makeLog()
  const err = new Error('a bug')
  logFailure(log, 'jobs could not be claimed', { err }, 0)
  logFailure(log, 'jobs could not be claimed', { err, job: 7 }, 1)
  expect(log.lines).toEqual([
    [{ err }, 'jobs could not be claimed'],
    [{ err, job: 7 }, 'jobs could not be claimed'],
  ])
})

test('a failure that was answered as busy is logged with the error of the database, once a minute per error code', () => {
  const log = makeLog()
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  for (const now of [0, 1_000]) {
    logFailure(log, 'jobs could not be claimed', { err: busy(full) }, now)
    logFailure(log, 'jobs could not be claimed', { err: away }, now)
  }
  expect(log.lines).toEqual([
    [{ err: full }, 'jobs could not be claimed'],
    [{ err: away }, 'jobs could not be claimed'],
  ])
})
