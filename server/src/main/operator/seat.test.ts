import { hostname, userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'
import { many } from '../../platform/db/database.ts'
import { seatHere } from './seat.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const trail = () =>
  many<{ actor: string; seat: unknown }>(
    fixture.context.db,
    'test.seats',
    `select actor, detail -> 'seat' as seat from audit_event where operation = 'suspendLender' order by id`,
  )

test('SEC-10 the trail keeps the machine’s user, host and terminal beside the name that was typed, and without a terminal the name is not the actor', async () => {
  const { phone } = await aLender(fixture.context)
  const command = ['--operator', 'Direktur', 'lenders', 'suspend', '--phone', phone, '--reason', 'test']
  expect((await operatorOn(fixture)(command)).err).toBe('')
  expect((await operatorOn(fixture, { seat: { terminal: null } })(command)).err).toBe('')
  expect(await trail()).toEqual([
    { actor: 'operator:Direktur', seat: { user: 'tester', host: 'test-machine', terminal: 'pts/7' } },
    {
      actor: 'operator:tester@test-machine',
      seat: { user: 'tester', host: 'test-machine', terminal: null, claimed: 'Direktur' },
    },
  ])
})

test('SEC-10 the seat is that of the process, whatever its environment says', () => {
  const terminal = process.stdin.isTTY ? expect.any(String) : null
  expect(seatHere()).toEqual({ user: userInfo().username, host: hostname(), terminal })
})
