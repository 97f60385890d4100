import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'
import { type AnyDistrict, everyDistrict, jobQueues, sweptHourly } from './districts.ts'
import type { Terminal } from '../operator/terminal.ts'
import { createProgram } from './operator/program.ts'
import { handlersOf } from './routes.ts'
import { jobsOf, repeatsOf } from './work.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const { signal } = new AbortController()
const terminal: Terminal = {
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  isWatched: false,
  canAnswer: false,
  seat: { user: 'tester', host: 'test-machine', terminal: 'pts/7' },
  user: 'test',
  openContext: () => Promise.reject(new Error('no command was to be run')),
  environment: {},
  exit: () => {},
}

/** A district that brings what other districts bring already. */
const second: AnyDistrict = {
  name: 'second',
  routes: () => [Promise.resolve({ routes: () => ({ getTax: async () => null }) })],
  jobs: () => [Promise.resolve({ jobs: () => ({ 'signing.follow': async () => undefined }) })],
  repeats: () => [
    Promise.resolve({ repeats: () => [{ name: 'reconciliation', everyMs: 1_000, run: async () => {} }] }),
  ],
  commands: () => [Promise.resolve({ commands: { 'lenders top-up': async () => () => {} } })],
}
const both = [...everyDistrict, second]

test.each([
  [
    'the handler of the call getTax is registered twice, by cash and by second',
    () => handlersOf(both, fixture.context),
  ],
  [
    'the job signing.follow is registered twice, by funding and by second',
    () => jobsOf(both, fixture.context),
  ],
  [
    'the recurring task reconciliation is registered twice, by cash and by second',
    () => repeatsOf(both, fixture.context, signal),
  ],
  [
    'the command lenders top-up is registered twice, by cash and by second',
    () => createProgram(terminal, { districts: both }),
  ],
])('a process does not start where %s', async (sentence, start) => {
  await expect(start()).rejects.toThrow(sentence)
})

test('the worker has a handler for each kind of job that is swept hourly, and each queue once', async () => {
  expect(Object.keys(await jobsOf(everyDistrict, fixture.context))).toEqual(
    expect.arrayContaining([...sweptHourly]),
  )
  const names = jobQueues.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual([
    'archive',
    'bank',
    'bulk',
    'callback',
    'callbackfailing',
    'files',
    'message',
    'ordinary',
    'stamp',
    'urgent',
  ])
})
