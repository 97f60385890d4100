import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aPerson, aRule } from '../../../testing/staff.ts'
import { secondPairOperations } from './operations.ts'
import { listRules } from './rules.ts'
import { startWithRules } from './start.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const start = (environment: 'production' | 'development') => {
  const { context } = fixture
  const config = { ...context.config, NODE_ENV: environment }
  return startWithRules({ ...context, config, log: pino({ level: 'silent' }) })
}
const rules = async () =>
  (await listRules(fixture.context.db)).map(({ operation, deciders, largeFrom, largeDeciders, hours }) => ({
    operation,
    deciders,
    largeFrom,
    largeDeciders,
    hours,
  }))

test('CON-03 outside production no rule is in force until somebody sets one', async () => {
  await aPerson(fixture, 'Ani', 'LOOK', 'WORK', 'DECIDE', 'ADMIN')
  await start('development')
  expect(await rules()).toEqual([])
})

test('CON-03 in production every operation that can need a second pair has one decider, and two from a billion, from the second who may decide on; a rule that somebody set stays', async () => {
  await start('production')
  expect(await rules()).toEqual([])
  await aPerson(fixture, 'Bayu', 'LOOK', 'DECIDE')
  await aRule(fixture, 'setLimits', { deciders: 2 })
  await start('production')
  await start('production')
  const starting = { deciders: 1, largeFrom: 1_000_000_000, largeDeciders: 2, hours: 72 }
  expect(await rules()).toEqual(
    secondPairOperations
      .toSorted()
      .map((operation) =>
        operation === 'setLimits'
          ? { operation, deciders: 2, largeFrom: null, largeDeciders: null, hours: 24 }
          : { operation, ...starting },
      ),
  )
  const versions = (await listRules(fixture.context.db)).map(({ version }) => version)
  expect(Math.max(...versions)).toBe(secondPairOperations.length)
})

test('CON-03 in production the rules come into force with the right that makes a second person one who may decide', async () => {
  const another = await makeFixture()
  const config = { ...another.context.config, NODE_ENV: 'production' as const }
  const context = { ...another.context, config, log: pino({ level: 'silent' }) }
  const operator = operatorOn({ context })
  const add = (name: string, rights: string) =>
    operator(['staff', 'add', '--name', name, '--email', `${name}@contoh.example`, '--rights', rights])
  await add('Ani', 'LOOK,WORK,DECIDE,ADMIN')
  await add('Bayu', 'LOOK')
  expect(await listRules(context.db)).toEqual([])
  const rights = ['staff', 'rights', '--name', 'Bayu', '--rights', 'LOOK,DECIDE', '--reason', 'decision 7']
  expect(await operator(rights)).toMatchObject({ exit: 0 })
  expect(await listRules(context.db)).toHaveLength(secondPairOperations.length)
  expect(await another.books()).toEqual([])
  await another.close()
})
