import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStaff } from '../src/staff/index.ts'
import { listProposals, listRules } from '../src/staff/testing.ts'
import { makeAuthenticator } from '../testing/authenticator.ts'
import { acceptWith, startConsole } from '../testing/console.ts'
import { type Fixture, makeFixture } from '../testing/fixture.ts'
import type { TestApp } from '../testing/http.ts'
import { aLender } from '../testing/people.ts'
import { addStaffOfDemo, inviteToDemo } from './staff.ts'

const actor = { kind: 'operator', name: 'demo' } as const

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

test('CON-07 the demo has three staff, rules, and a proposal that waits each way, once; whoever tries it becomes the first', async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context)
  for (let start = 0; start < 2; start += 1) await addStaffOfDemo(context, actor, lenderId)
  expect((await listStaff(context.db)).map(({ name }) => name)).toEqual(['Sari', 'Bima', 'Citra'])
  const rules = (await listRules(context.db)).map(({ operation }) => operation)
  expect(rules).toEqual(['changeContact', 'creditTopUp', 'recordTopUp', 'storeBankAccount'])
  const { rows } = await listProposals(context.db, { all: false, limit: 10 })
  expect(new Set(rows.map(({ operation, maker }) => `${operation} ${maker}`))).toEqual(
    new Set(['creditTopUp Bima', 'creditTopUp Sari']),
  )
  const token = (await inviteToDemo(context, actor))?.split('#')[1] ?? ''
  const accepted = await acceptWith(app, token, makeAuthenticator('http://localhost:3100'))
  expect(accepted).toMatchObject({ status: 200, json: { name: 'Sari' } })
  expect(await inviteToDemo(context, actor), 'a later start keeps their passkey').toBeNull()
  expect(await fixture.books()).toEqual([])
})
