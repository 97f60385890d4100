import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOn } from '../../../testing/operator.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../../testing/withdrawal-scenario.ts'
import { openContext } from '../../main/testing.ts'

let stage: WithdrawalScenario
beforeAll(async () => {
  stage = await aWithdrawalScenario()
})
afterAll(() => stage.close())

test('WDR-05 `withdrawals open` lists pending withdrawals without account numbers', async () => {
  const operator = operatorOn(stage.fixture)
  const lender = await stage.lender()
  const { id, accountNumber } = await lender.withdraw(200_000)
  const open = await operator(['withdrawals', 'open'])
  expect(open.out).toContain(`${id}  HELD sejak 0 menit, 200000 dan biaya 2500, metode 1, ${lender.phone}`)
  expect(open.out).not.toContain(accountNumber)
  await stage.followAll()
  expect(await operator(['withdrawals', 'open'])).toMatchObject({ exit: 0, out: '0 ditampilkan\n' })
  expect(await stage.fixture.books()).toEqual([])
})

test('WDR-05 a day is reconciled only for a bank that reports its transfers, and a dry run stores nothing', async () => {
  const operator = operatorOn(stage.fixture)
  const [bni] = stage.fixture.context.banks
  const alone = operatorOn({
    context: { ...stage.fixture.context, payers: new Map(), banks: bni ? [bni] : [] },
  })
  const refused = await alone(['withdrawals', 'reconcile', '--on', '2026-01-05', '--method', '2'])
  expect([refused.exit, refused.err]).toEqual([2, 'Tidak ada bank yang membayar bagi metode 2.\n'])
  const result = await operator([
    'withdrawals',
    'reconcile',
    '--on',
    '2026-01-05',
    '--method',
    '2',
    '--dry-run',
  ])
  expect(result.out).toContain('0 selisih baru, 0 terbuka dari sebelumnya\nUji coba: tidak ada yang ditulis.')
  const { rows } = await stage.fixture.context.db.query({ text: 'select from bank_reconciliation' })
  expect(rows).toEqual([])
})

test('operator commands read the banks file of the data folder unless BANKS_FILE names another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pematang-banks-'))
  const environment = { DATABASE_URL: stage.fixture.databaseUrl, PEMATANG_DATA: folder }
  const banksOf = async (more: Record<string, string> = {}) => {
    const opened = await openContext({ ...environment, ...more })
    await opened.close()
    return opened.context.banks
  }
  try {
    expect(await banksOf()).toEqual([])
    await writeFile(join(folder, 'banks.json'), '{"banks": [}')
    await expect(banksOf()).rejects.toThrow('banks.json cannot be read as JSON')
    await writeFile(join(folder, 'own.json'), '{"banks": []}')
    expect(await banksOf({ BANKS_FILE: join(folder, 'own.json') })).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
