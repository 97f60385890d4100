import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthenticator } from '../../../testing/authenticator.ts'
import { acceptWith, logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aPerson, aRule } from '../../../testing/staff.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  await aPerson(fixture, 'Sari', 'LOOK', 'WORK', 'DECIDE', 'ADMIN')
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const invite = (...more: string[]) =>
  operatorOn(fixture)(['staff', 'invite', '--name', 'Sari', '--reason', 'first day', ...more])
const link = /\nhttp:\/\/localhost:3100\/console\/invitation#([\w-]{43})\n/

test('CON-07 staff invite prints a link for one of the first, with which they register a passkey; a dry run prints none', async () => {
  expect(await invite('--dry-run')).toMatchObject({ exit: 0, out: expect.not.stringContaining('http') })
  const { exit, out } = await invite()
  expect(exit).toBe(0)
  const [, token = ''] = link.exec(out) ?? []
  const device = makeAuthenticator('http://localhost:3100')
  expect(await acceptWith(app, token, device)).toMatchObject({ status: 200, json: { name: 'Sari' } })
  expect((await operatorOn(fixture)(['staff', 'list'])).out).toContain('LOOK,WORK,DECIDE,ADMIN  1 passkey')
  const nobody = await operatorOn(fixture)(['staff', 'invite', '--name', 'Tidak Ada', '--reason', 'x'])
  expect(nobody).toMatchObject({ exit: 2, err: expect.stringContaining('Tidak ada staf bernama') })
})

test('CON-07 once two can decide in the console, staff invite proposes under a rule and prints no link', async () => {
  for (const name of ['Dewi', 'Budi']) await logInStaff(fixture, app, name, 'LOOK', 'DECIDE', 'ADMIN')
  await aRule(fixture, 'inviteStaff')
  const proposed = await invite('--operator', 'Sari')
  expect(proposed).toMatchObject({ exit: 0, out: expect.stringMatching(/^Diajukan sebagai usulan \d+/) })
  expect(proposed.out).not.toMatch(link)
  expect(await fixture.books()).toEqual([])
})
