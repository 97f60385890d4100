import { Writable } from 'node:stream'
import { startOfDay } from '@pematang/contract/format/business-date'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { limitsInForce } from '../../../testing/limits.ts'
import { aLender } from '../../../testing/people.ts'
import { listRules, startWithLimits } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
  // Before the days from which further limits of the law hold.
  fixture.travel(`${startOfDay('2026-12-01').getTime() - Date.now()} milliseconds`)
})
afterAll(() => fixture.close())

/**
 * Starts a process in this environment.
 * @returns its log lines with their levels
 */
async function start(environment: 'production' | 'development'): Promise<string[]> {
  const lines: string[] = []
  const into = new Writable({
    write(chunk: Buffer, _, done) {
      const { level, msg } = JSON.parse(chunk.toString()) as { level: number; msg: string }
      lines.push(`${level >= 40 ? 'warn' : 'info'} ${msg}`)
      done()
    },
  })
  const { context } = fixture
  const config = { ...context.config, NODE_ENV: environment }
  await startWithLimits({ ...context, config, log: pino({ level: 'info' }, into) })
  return lines
}

test('LIM-05 outside production no funding limit applies until an operator sets one', async () => {
  expect(await start('development')).toEqual([])
  expect(await listRules(fixture.context.db)).toEqual([])
})

test('LIM-05 the first production start sets the limits of the law once, and prints which are in force', async () => {
  await aLender(fixture.context)
  const first = await start('production')
  expect(first[0]).toContain('those of the law are in force now')
  expect(first[1]).toMatch(
    /^info .*version 1: 20% dari penghasilan setahun orang pribadi profesional; 10% dari/,
  )
  expect(first.join('\n')).toContain('warn nothing is outstanding')
  expect(first.join('\n')).toContain('warn lenders without a class')
  expect(first.join('\n')).toContain('warn 1 lenders may not fund from 2027-01-01 on')
  expect(await start('production')).toHaveLength(first.length - 1)
  const kept = await listRules(fixture.context.db)
  expect(kept.map((rule) => [rule.holdsFrom, rule.nonProfessionalSharePpm, rule.asksIdentity])).toEqual([
    ['2025-07-31', null, false],
    ['2027-01-01', null, true],
    ['2028-01-01', 200_000, true],
  ])
  expect(await fixture.books()).toEqual([])
})

test('LIM-05 production warns at each start about funding limits that are looser than the law', async () => {
  await limitsInForce(fixture.context, { lenderSharePpm: null, supervisedSharePpm: null, baseOutstanding: 0 })
  const said = await start('production')
  expect(said).toContain(
    'warn limits beyond the law: tanpa batas dari sisa pendanaan platform bagi tiap Pemberi Dana, peraturan 25%',
  )
})
