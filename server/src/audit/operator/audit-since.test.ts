import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { damage } from '../../../testing/damage.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let folder: string
let file: string
beforeAll(async () => {
  fixture = await makeFixture()
  folder = await mkdtemp(join(tmpdir(), 'pematang-since-'))
  file = join(folder, 'last.json')
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const audit = () => operatorOn(fixture)(['books', 'audit', '--since-last', file])

async function aFunding(): Promise<void> {
  const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context)
  const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 1_000_000 })
  await signFunding(fixture.context, fundingId)
}

test('DOOR-15 the first audit with a state file is full; later ones check changes and repeat unfixed violations', async () => {
  await aFunding()
  const first = await audit()
  expect([first.exit, first.out]).toEqual([0, expect.stringMatching(/^Pembukuan utuh/)])
  const kept = await readFile(file, 'utf8')
  await aFunding()
  const second = await audit()
  expect([second.exit, second.out]).toEqual([
    0,
    expect.stringMatching(/^Yang berubah sejak pemeriksaan terakhir utuh; /),
  ])
  expect(await readFile(file, 'utf8')).not.toBe(kept)

  await damage(fixture, `update account set balance = balance + 1 where kind = 'LENDER_CASH'`)
  for (const _ of ['once', 'and again'])
    expect(await audit()).toMatchObject({
      exit: 1,
      out: expect.stringMatching(/^I3b dilanggar; teruskan kepada pengelola sistem: \{/),
    })
  await damage(fixture, `update account set balance = balance - 1 where kind = 'LENDER_CASH'`)
  expect((await audit()).exit).toBe(0)
  expect(await fixture.books()).toEqual([])
})

test('DOOR-15 a full books audit is repeated once a day', async () => {
  await audit()
  const kept = JSON.parse(await readFile(file, 'utf8')) as { wholeAt: string }
  await writeFile(file, JSON.stringify({ ...kept, wholeAt: new Date(Date.now() - 86_400_001).toISOString() }))
  expect((await audit()).out).toMatch(/^Pembukuan utuh/)
  expect((await audit()).out).toMatch(/^Yang berubah/)
})

test('DOOR-15 a full audit is due where the last one is said to have been made later than now, by a clock that was ahead', async () => {
  await audit()
  const kept = JSON.parse(await readFile(file, 'utf8')) as { wholeAt: string }
  await writeFile(file, JSON.stringify({ ...kept, wholeAt: new Date(Date.now() + 3_600_000).toISOString() }))
  expect((await audit()).out).toMatch(/^Pembukuan utuh/)
})

test('DOOR-15 a full audit is due where the database has not come as far as the last one, because it was restored to an earlier moment', async () => {
  await audit()
  const kept = JSON.parse(await readFile(file, 'utf8')) as { transaction: string; upTo: string }
  const later = (transaction: string) => String(BigInt(transaction) + 1_000_000n)
  const state = { ...kept, transaction: later(kept.transaction), upTo: later(kept.upTo) }
  await writeFile(file, JSON.stringify(state))
  await damage(fixture, `update account set balance = balance + 1 where kind = 'LENDER_CASH'`)
  expect(await audit()).toMatchObject({ exit: 1, out: expect.stringContaining('I3b dilanggar') })
  await damage(fixture, `update account set balance = balance - 1 where kind = 'LENDER_CASH'`)
  expect((await audit()).out).toMatch(/^Pembukuan utuh/)
  expect((await audit()).out).toMatch(/^Yang berubah/)
})

test('DOOR-15 a state file in a folder that is not there is refused before the full audit', async () => {
  const missing = join(folder, 'missing', 'last.json')
  expect(await operatorOn(fixture)(['books', 'audit', '--since-last', missing])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('tidak dapat ditulis'),
  })
})

test('DOOR-15 a file that is not the state of an audit is refused and left unchanged', async () => {
  await writeFile(file, '{"transaction":"1; drop table transfer"}')
  expect(await audit()).toMatchObject({
    exit: 2,
    err: expect.stringContaining('bukan sisa pemeriksaan'),
  })
  expect(await readFile(file, 'utf8')).toContain('drop table')
})
