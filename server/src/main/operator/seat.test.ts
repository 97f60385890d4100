import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
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

test('OPS-09 the user of the seat is who called sudo, only where sudo runs as root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pematang-seat-'))
  try {
    const code = `const { seatHere } = await import('${join(import.meta.dirname, 'seat.ts')}'); console.log(seatHere().user)`
    const userBehind = (program: string) => {
      copyFileSync('/bin/bash', join(folder, program))
      const env = { PATH: process.env['PATH'], SUDO_USER: 'dewi', NODE: process.execPath, CODE: code }
      // A second command keeps the shell as the parent.
      const args = ['--norc', '-c', '"$NODE" --input-type=module -e "$CODE"; true']
      return execFileSync(join(folder, program), args, { env, encoding: 'utf8' }).trim()
    }
    const own = userInfo().username
    expect(userBehind('sudo')).toBe(process.getuid?.() === 0 ? 'dewi' : own)
    expect(userBehind('other')).toBe(own)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
